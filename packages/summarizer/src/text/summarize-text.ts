import {
  MARKER_MAX_LENGTH,
  stripEscapeSequences,
  type Summary,
  type SummaryRequest,
} from '@palimpsest/core-types';
import { findFailingRun, sentenceSpans, type Span } from '@palimpsest/engine/text';
import { extractEntities } from './extract-entities.ts';
import { scoreSentence } from './score-sentence.ts';
import { cutWithDots, isStructured, summarizeStructured } from './structured-text.ts';

const SHORT_TEXT = 600;
const SMALL_BUDGET = 200;
const LARGE_BUDGET = 400;
/** Marker length besides text and names: label with id, number of messages, commas. */
const FRAME = 200;
/** Maximum length of all entities together, in UTF-16 units, so that a marker with a text of the usual budget is recognized. */
const ENTITY_BUDGET = MARKER_MAX_LENGTH - LARGE_BUDGET - FRAME;

/** Returns the budget for a text length in UTF-16 units: 200 below 600, else 400. */
export function summaryBudget(length: number): number {
  return length < SHORT_TEXT ? SMALL_BUDGET : LARGE_BUDGET;
}

/**
 * Summarizes a text without a model: the highest-scoring sentences in their order, or files and outcome for output of a program.
 * Deterministic; linear in the text.
 *
 * @param budget maximum length of the summary's text, in UTF-16 units
 */
export function summarizeText(text: string, budget: number = summaryBudget(text.length)): Summary {
  // Colours would hide the failure of a run.
  const plain = stripEscapeSequences(text);
  // An invalid number means 0.
  const limit = budget > 0 ? budget : 0;
  const kind = isStructured(plain) ? 'structured' : 'prose';
  const failure = failureLines(plain);
  const short =
    kind === 'prose'
      ? summarizeProse(plain, limit, failure)
      : summarizeStructured(
          plain,
          limit,
          failure.map(({ start, end }) => plain.slice(start, end)),
        );
  const entities = extractEntities(plain, { except: short, maxLength: ENTITY_BUDGET });
  return {
    text: short.toWellFormed(),
    entities: entities.map((name) => name.toWellFormed()),
    kind,
  };
}

/** `summarizeText` as a summarizer. */
export const deterministicSummarizer: { summarize(request: SummaryRequest): Summary } = {
  summarize({ text, budget, signal }) {
    signal?.throwIfAborted();
    return summarizeText(text, budget);
  },
};

/** Returns the lines of a failing test run that every summary must contain: a summary with only passes would state the opposite. */
function failureLines(text: string): Span[] {
  const run = findFailingRun(text);
  const found = [run?.tests[0], run?.reason, run?.total].filter((span) => span !== undefined);
  return found.toSorted((one, other) => one.start - other.start);
}

const JOINER = ' ... ';

const BLANK_LINE = /(?:\r\n|\r(?!\n)|[\n\u2028\u2029])[^\S\n\r\u2028\u2029]*[\n\r\u2028\u2029]/;

interface Sentence extends Span {
  readonly text: string;
  readonly score: number;
  /** Whether it is in a wanted line: such sentences come first. */
  readonly isWanted: boolean;
  /** Whether it has the highest score of its paragraph: these come after wanted ones, before the others. */
  isBest: boolean;
}

/**
 * Fits sentences into a budget: those of wanted lines first, then the best of each paragraph, then the others, best first; a sentence that does
 * not fit is skipped. Output is in reading order. If none fits, the best sentence is truncated.
 */
function summarizeProse(text: string, budget: number, wanted: readonly Span[]): string {
  const sentences = readSentences(text, wanted);
  const ranked = sentences.toSorted(
    (one, other) =>
      Number(other.isWanted) - Number(one.isWanted) ||
      Number(other.isBest) - Number(one.isBest) ||
      other.score - one.score,
  );
  const picked = new Map<string, Sentence>();
  let left = budget;
  for (const sentence of ranked) {
    if (sentence.score < 0 && !sentence.isWanted) continue;
    const cost = sentence.text.length + (picked.size === 0 ? 0 : JOINER.length);
    if (cost > left || sentence.text === '…' || picked.has(sentence.text)) continue;
    picked.set(sentence.text, sentence);
    left -= cost;
  }
  if (picked.size === 0) {
    const best = sentences.toSorted((one, other) => other.score - one.score)[0];
    return cutWithDots(best?.text ?? '', budget);
  }
  const inOrder = [...picked.values()].toSorted((one, other) => one.start - other.start);
  return inOrder.map((sentence) => sentence.text).join(JOINER);
}

function readSentences(text: string, wanted: readonly Span[]): Sentence[] {
  const sentences: Sentence[] = [];
  let best: Sentence | undefined;
  for (const { start, end } of sentenceSpans(text)) {
    const before = sentences.at(-1);
    const words = text.slice(start, end);
    // A sentence of signs alone says nothing.
    const score = /[\p{L}\p{N}]/u.test(words) ? scoreSentence(words) : -1;
    const isWanted = wanted.some((line) => start >= line.start && start < line.end);
    const sentence = { start, end, text: words, score, isWanted, isBest: false };
    sentences.push(sentence);
    const startsParagraph = before === undefined || BLANK_LINE.test(text.slice(before.end, start));
    if (!startsParagraph && best !== undefined && best.score >= score) continue;
    if (!startsParagraph && best !== undefined) best.isBest = false;
    sentence.isBest = true;
    best = sentence;
  }
  return sentences;
}
