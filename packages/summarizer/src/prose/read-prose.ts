import { sentenceSpans, type Span } from '@palimpsest/text';
import { NameCollector, type CollectedName } from '../reading/name-collector.ts';
import { readSentence } from '../reading/read-sentence.ts';
import { Reading } from '../reading/reading.ts';
import { TopicWords } from '../reading/topic-words.ts';

/** Score of lines and symbols without a word: never selected. */
const NO_WORD = -1;

/** All facts of one pass over a text, per sentence. */
export interface ProseReading {
  readonly spans: readonly Span[];
  readonly scores: readonly number[];
  /** Width in UTF-16 units, with wide characters counted twice. */
  readonly columns: readonly number[];
  /** How many words a sentence shares with others: breaks ties between scores. */
  readonly shares: readonly number[];
  readonly names: readonly CollectedName[];
}

/**
 * Reads a text once.
 *
 * @param units the UTF-16 units of the text
 */
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
