import { sentenceSpans, type Span } from '@palimpsest/text';
import * as Class from './character-classes.ts';
import { CHARACTER_CLASSES } from './character-classes.ts';
import { NAME_WEIGHTS, type CollectedName } from './name-collector.ts';
import { isGrepReference, readChain } from './paths.ts';
import { readNumber } from './read-number.ts';
import { readWide } from './read-wide.ts';
import { readWord } from './read-word.ts';
import { Reading, WEIGHTS } from './reading.ts';
import { textUnits } from './text-units.ts';

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
export function readProse(text: string, units: Uint16Array = textUnits(text)): ProseReading {
  const spans = sentenceSpans(text);
  const scores: number[] = [];
  const columns: number[] = [];
  const reading = new Reading(text, units);
  for (const { start, end } of spans) {
    readSentence(reading, start, end);
    scores.push(reading.words === 0 ? NO_WORD : reading.score);
    columns.push(reading.columns);
  }
  return { spans, scores, columns, shares: reading.topics.shares(), names: reading.names.names };
}

/**
 * Reads one sentence, each unit once. Identifiers, emphasis, numbers with units, abbreviations, statuses, file references and a good length
 * raise its score; an opening without content lowers it (`WEIGHTS`).
 */
export function readSentence(reading: Reading, start: number, end: number): void {
  const classes = CHARACTER_CLASSES;
  const { units } = reading;
  reading.startSentence(start, end);
  let index = start;
  while (index < end) {
    const bits = classes[units[index]!]!;
    // The classes overlap, so the order matters.
    if (bits === 0) index++;
    else if ((bits & (Class.WORD & ~Class.DIGIT)) !== 0) index = readWord(reading, index);
    else if ((bits & Class.DIGIT) !== 0) index = readNumber(reading, index);
    else if ((bits & Class.JOINER) !== 0) readJoiner(reading, index++);
    else if ((bits & Class.MARK) !== 0) readMark(reading, index++, bits);
    else index = readWide(reading, index);
  }
  reading.names.endSentence();
  reading.topics.endSentence();
}

const COLON = 0x3a;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

function readMark(reading: Reading, index: number, bits: number): void {
  const { units, names } = reading;
  if ((bits & Class.WIDE) !== 0) reading.wide++;
  if (units[index] === COLON) {
    if (isGrepReference(units, index, reading.start)) reading.points += WEIGHTS.grepReference;
    return;
  }
  if (index === reading.quoteEnd) return;
  const end = closingQuote(units, index, reading.end);
  if (end === -1) return;
  reading.quoteEnd = end;
  reading.holdsContent = true;
  if (isTerm(units, index + 1, end)) names.add(index + 1, end, NAME_WEIGHTS.quoted);
}

/** Reads a sign that may join words to a path. A path may start with a slash; any other sign must follow a word. */
function readJoiner(reading: Reading, index: number): void {
  const { text, units, names, start } = reading;
  if (index < reading.chainEnd) return;
  if ((CHARACTER_CLASSES[units[index + 1]!]! & Class.WORD) === 0) return;
  const followsWord = index > start && (CHARACTER_CLASSES[units[index - 1]!]! & Class.WORD) !== 0;
  if (!followsWord && units[index] !== SLASH && units[index] !== BACKSLASH) return;
  const chain = readChain(text, units, index, start, reading.end);
  reading.chainEnd = chain.end;
  if (chain.kind !== 'words') names.add(chain.start, chain.end, NAME_WEIGHTS[chain.kind]);
}

/** Maximum length of a quoted term that is a name, in UTF-16 units. */
const MAX_TERM_LENGTH = 40;

const SPACE = 0x20;

const CLOSING: ReadonlyMap<number, number> = /* @__PURE__ */ new Map(
  ['``', '“”', '«»', '《》', '「」', '『』'].map(
    (pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const,
  ),
);

/** Returns the index of the quote that closes the one at `open`; -1 if the sentence does not close it. */
function closingQuote(units: Uint16Array, open: number, limit: number): number {
  const opening = units[open]!;
  const closing = CLOSING.get(opening);
  // A backtick may be closed anywhere in the sentence; other quotes only nearby.
  const last = opening === closing ? limit : Math.min(limit, open + MAX_TERM_LENGTH + 2);
  for (let index = open + 1; index < last; index++) {
    if (units[index] === closing) return index;
    if (units[index] === opening) return -1;
  }
  return -1;
}

/** Returns whether a quoted text is short enough to be a name, and contains a word. */
function isTerm(units: Uint16Array, start: number, end: number): boolean {
  if (end - start < 2 || end - start > MAX_TERM_LENGTH) return false;
  if (units[start] === SPACE || units[end - 1] === SPACE) return false;
  return units
    .subarray(start, end)
    .some((unit) => (CHARACTER_CLASSES[unit]! & (Class.WORD | Class.SYLLABLE)) !== 0);
}
