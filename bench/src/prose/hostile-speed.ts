import { classifyText } from '@palimpsest/summarizer/classify';
import type { IContent } from '@palimpsest/core-types';
import { findNearDuplicates } from '@palimpsest/dedup';
import { openai } from '@palimpsest/formats/openai';
import { summarizeText } from '@palimpsest/summarizer';
import { sentenceSpans, splitFences } from '@palimpsest/text';
import { hostileTexts, ordinaryProse } from '../speed/hostile/hostile-texts.ts';
import { fastest } from '../speed/measure.ts';
import { runExtractive } from './extractive-run.ts';

const PARTS: readonly (readonly [string, (text: string) => Promise<number> | number])[] = [
  ['splitFences', clocked(splitFences)],
  ['sentenceSpans', clocked(sentenceSpans)],
  ['classifyText', clocked(classifyText)],
  ['summarizeText', clocked((text) => summarizeText(text))],
  ['findNearDuplicates', clocked((text) => findNearDuplicates([text, `${text}\nand more`]))],
  ['extractive', async (text) => (await runExtractive(conversationAbout(text), 0)).ownMs],
];

/** A text, and the time each part needs for it. */
type HostileRow = Record<string, number | string>;

/**
 * Measures the milliseconds per million characters of ordinary prose for each part, and the time for each hostile text as a multiple of that.
 * Only `splitFences` is always in milliseconds, because it needs almost none for prose.
 */
export async function measureHostile(): Promise<readonly [HostileRow, ...HostileRow[]]> {
  const prose = ordinaryProse();
  const usual = await onEveryPart(prose, 5);
  const rows: [HostileRow, ...HostileRow[]] = [
    { text: 'ordinary prose, ms', ...Object.fromEntries(usual) },
  ];
  for (const { name, text } of hostileTexts()) {
    const share = text.length / prose.length;
    const row: HostileRow = { text: name };
    for (const [part, ms] of await onEveryPart(text, 2)) {
      row[part] = ms / share / (part === 'splitFences' ? 1 : usual.get(part)!);
    }
    rows.push(row);
  }
  return rows;
}

async function onEveryPart(text: string, times: number): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>();
  for (const [name, part] of PARTS) spent.set(name, await fastest(times, () => part(text)));
  return spent;
}

/** Creates a conversation with the text as an old assistant message, before a tail. */
function conversationAbout(text: string): readonly IContent[] {
  const turns = Array.from({ length: 3 }, () => [
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content: 'Here is the next part.' },
  ]).flat();
  return openai.decode([
    { role: 'user', content: 'Begin.' },
    { role: 'assistant', content: text },
    ...turns,
  ]);
}

function clocked(part: (text: string) => unknown): (text: string) => number {
  return (text) => {
    const start = performance.now();
    part(text);
    return performance.now() - start;
  };
}
