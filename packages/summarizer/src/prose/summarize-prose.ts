import { cutColumns } from '../cut-columns.ts';
import { paragraphBests } from './paragraph-bests.ts';
import { ranked } from './rank.ts';
import type { ProseReading } from './read-prose.ts';

/** Stands between sentences that were picked. */
const JOINER = ' ... ';

/**
 * Packs sentences into a budget of columns: the best of each paragraph first, then the others, best first; what does not fit is passed
 * over. They stand in reading order. Where nothing fits, the best sentence is cut.
 */
export function summarizeProse(text: string, reading: ProseReading, budget: number): string {
  const picked: number[] = [];
  const sentences = new Set<string>();
  let room = budget;
  for (const index of ranked(paragraphBests(text, reading), reading)) {
    const joiner = picked.length === 0 ? 0 : JOINER.length;
    if (room <= joiner) break;
    const cost = reading.columns[index]! + joiner;
    if (cost > room) continue;
    const sentence = sentenceAt(text, reading, index);
    if (sentences.has(sentence)) continue;
    sentences.add(sentence);
    picked.push(index);
    room -= cost;
  }
  if (picked.length === 0) return cutColumns(bestSentence(text, reading), budget);
  return picked
    .toSorted((one, other) => one - other)
    .map((index) => sentenceAt(text, reading, index))
    .join(JOINER);
}

function bestSentence(text: string, reading: ProseReading): string {
  const { spans, scores } = reading;
  let best = 0;
  for (let index = 1; index < spans.length; index++)
    if (scores[index]! > scores[best]!) best = index;
  return spans.length === 0 ? '' : sentenceAt(text, reading, best);
}

function sentenceAt(text: string, { spans }: ProseReading, index: number): string {
  return text.slice(spans[index]!.start, spans[index]!.end);
}
