import { MARKER_MAX_LENGTH, stripEscapeSequences } from '@palimpsest/core-types';
import { findFailingRun, type Span } from '@palimpsest/text';
import { readProse } from './reading/read-prose.ts';
import { summarizeProse } from './summarize-prose.ts';
import { rankedNames, type CollectedName } from './reading/name-collector.ts';
import { textUnits } from './reading/text-units.ts';
import { structuredLines } from './structured/structured-lines.ts';
import { summarizeStructured } from './structured/summarize-structured.ts';
import type { Summary, SummaryRequest } from '@palimpsest/core-types';

/** Maximum number of entities of a summary (seed compression-pipeline, "Entity extraction"). */
const ENTITY_LIMIT = 10;

interface EntityOptions {
  /** Maximum number of names. @default 10 */
  readonly limit?: number;
  /** A text that is kept anyway: its names are not listed. @default none */
  readonly except?: string;
}

/**
 * Returns the most informative names in a text, best first: identifiers, paths, runs of capitalized words, terms in quotes, abbreviations,
 * numbers with their units; in Chinese, Japanese and Korean also Latin words, in Japanese katakana.
 *
 * Names are ranked by kind and frequency. No name contains another one of the list or occurs in `except`.
 */
export function extractEntities(
  text: string,
  { limit = ENTITY_LIMIT, except = '' }: EntityOptions = {},
): string[] {
  return rankedNames(readProse(text).names, limit, except);
}

const SHORT_TEXT = 600;
const SMALL_BUDGET = 200;
const LARGE_BUDGET = 400;
/** Marker length besides text and names: label with id, number of messages, commas. */
const FRAME = 200;
/** Maximum length of all entities together, in UTF-16 units, so that a marker with a text of the usual budget is recognized. */
const ENTITY_BUDGET = MARKER_MAX_LENGTH - LARGE_BUDGET - FRAME;

/** Returns the budget for a text length in UTF-16 units: 200 below 600, else 400 (seed compression-pipeline, "Deterministic summarization"). */
export function summaryBudget(length: number): number {
  return length < SHORT_TEXT ? SMALL_BUDGET : LARGE_BUDGET;
}

/**
 * Summarizes a text without a model: the highest-scoring sentences in their order, or files and outcome for output of a program.
 * Deterministic; linear in the text.
 *
 * @param budget maximum width of the summary's text, in UTF-16 units; a wide character (Han, kana, Hangul, fullwidth) counts twice
 */
export function summarizeText(text: string, budget: number = summaryBudget(text.length)): Summary {
  // Colours would hide the failure of a run. An invalid number means 0.
  return summarizePlainText(stripEscapeSequences(text), budget > 0 ? budget : 0);
}

function summarizePlainText(text: string, limit: number): Summary {
  const units = textUnits(text);
  const lines = structuredLines(text, units);
  const reading = readProse(text, units);
  const failure = failureLines(text);
  const short =
    lines === undefined
      ? summarizeProse(text, reading, limit, failure)
      : summarizeStructured(text, units, lines, limit, failure);
  return {
    text: short.toWellFormed(),
    entities: summaryEntities(reading.names, short),
    kind: lines === undefined ? 'prose' : 'structured',
  };
}

/**
 * Returns the lines of a failing test run that every summary must contain, in reading order: a summary with only passes
 * would state the opposite.
 */
function failureLines(text: string): Span[] {
  const run = findFailingRun(text);
  const found = [run?.tests[0], run?.reason, run?.total].filter((span) => span !== undefined);
  return found.toSorted((one, other) => one.start - other.start);
}

/** Returns the entities of a summary: names of the text that the summary lacks. */
export function summaryEntities(names: readonly CollectedName[], short: string): string[] {
  return rankedNames(names, ENTITY_LIMIT, short, ENTITY_BUDGET).map((name) => name.toWellFormed());
}

/** `summarizeText` as a summarizer. */
export const deterministicSummarizer: { summarize(request: SummaryRequest): Summary } = {
  summarize({ text, budget, signal }) {
    signal?.throwIfAborted();
    return summarizeText(text, budget);
  },
};
