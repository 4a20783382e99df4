import type { IContent } from '@palimpsest/core-types';
import { isHumanText } from '@palimpsest/history';

/** Of what was said last, so much tells what a result is needed for. In UTF-16 units. */
const LENGTH = 1_000;

/** What a person and the model said last, as one short entry. */
export function talkOf(entries: readonly IContent[]): IContent {
  const said = [
    textOf(entries.findLast(isHumanText)),
    textOf(entries.findLast(({ speaker, blocks }) => speaker === 'ai' && blocks.some(isText))),
  ].filter((text) => text.trim() !== '');
  const text = said.length === 0 ? 'Go on.' : said.join('\n');
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}

function textOf(entry: IContent | undefined): string {
  let text = '';
  for (const block of entry?.blocks ?? []) {
    if (isText(block)) text += `${block.text.slice(0, LENGTH)}\n`;
    if (text.length >= LENGTH) break;
  }
  return text.slice(0, LENGTH).toWellFormed();
}

function isText(
  block: IContent['blocks'][number],
): block is Extract<typeof block, { type: 'text' }> {
  return block.type === 'text' && typeof block.text === 'string';
}
