import { sentenceSpans, type Span } from '@palimpsest/text';
import { NameCollector, type CollectedName } from '../reading/name-collector.ts';
import { readSentence } from '../reading/read-sentence.ts';
import { Reading } from '../reading/reading.ts';
import { TopicWords } from '../reading/topic-words.ts';

/** The score of lines and signs without a word: they are never picked. */
const NO_WORD = -1;

/** Everything one reading of a text tells, sentence by sentence. */
export interface ProseReading {
  readonly spans: readonly Span[];
  readonly scores: readonly number[];
  /** UTF-16 units, where a wide character counts twice. */
  readonly columns: readonly number[];
  /** How much a sentence shares with the others: decides between equal scores. */
  readonly shares: readonly number[];
  readonly names: readonly CollectedName[];
}

/** @param units those of the text */
export function readProse(text: string, units: Uint16Array): ProseReading {
  const spans = sentenceSpans(text);
  const scores: number[] = [];
  const columns: number[] = [];
  const names = new NameCollector(text);
  const topics = new TopicWords();
  const reading = new Reading(text, units, names, topics);
  for (const { start, end } of spans) {
    readSentence(reading, start, end);
    scores.push(reading.words === 0 ? NO_WORD : reading.score);
    columns.push(reading.columns);
  }
  return { spans, scores, columns, shares: topics.shares(), names: names.names };
}
