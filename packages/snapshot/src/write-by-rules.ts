import type { IContent } from '@palimpsest/core-types';
import { summarizeText } from '@palimpsest/summarizer';

/** What can be said of entries without a model: the sentences of people and the agent that matter most. */
export function writeByRules(entries: readonly IContent[], length: number): string {
  const texts: string[] = [];
  for (const { speaker, blocks } of entries) {
    if (speaker !== 'human' && speaker !== 'ai') continue;
    for (const block of blocks) if (block.type === 'text') texts.push(block.text);
  }
  const { text, entities } = summarizeText(texts.join('\n\n'), length);
  const names = entities.length === 0 ? '' : `\n\nNames: ${entities.join(', ')}`;
  return `${text}${names}`.trim();
}
