import { CHARACTER_CLASSES, DIGIT, JOINER, MARK, WORD, WIDE } from './character-classes.ts';
import { readNumber } from './read-number.ts';
import { readWide } from './read-wide.ts';
import { readWord } from './read-word.ts';
import type { Reading } from './reading.ts';
import { WEIGHTS } from '../weights.ts';
import { NAME_WEIGHTS } from './name-collector.ts';
import { isGrepReference, readChain } from './paths.ts';
import { quotedTerm } from './quoted-terms.ts';

/** Reads one sentence, each unit once, and adds its score to `reading.points`. */
export function readSentence(reading: Reading, start: number, end: number): void {
  const classes = CHARACTER_CLASSES;
  const { units } = reading;
  reading.startSentence(start, end);
  let index = start;
  while (index < end) {
    const bits = classes[units[index]!]!;
    // The classes overlap, so the order matters.
    if (bits === 0) index++;
    else if ((bits & (WORD & ~DIGIT)) !== 0) index = readWord(reading, index);
    else if ((bits & DIGIT) !== 0) index = readNumber(reading, index);
    else if ((bits & JOINER) !== 0) readJoiner(reading, index++);
    else if ((bits & MARK) !== 0) readMark(reading, index++, bits);
    else index = readWide(reading, index);
  }
  reading.names?.endSentence();
  reading.topics?.endSentence();
}

const COLON = 0x3a;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** Reads a colon or an opening quote. */
function readMark(reading: Reading, index: number, bits: number): void {
  const { units, names } = reading;
  if ((bits & WIDE) !== 0) reading.wide++;
  if (units[index] === COLON) {
    if (isGrepReference(units, index, reading.start)) reading.points += WEIGHTS.grepReference;
    return;
  }
  if (index === reading.quoteEnd) return;
  const term = quotedTerm(units, index, reading.end);
  if (term === undefined) return;
  reading.quoteEnd = term.end;
  reading.holdsContent = true;
  if (term.isName) names?.add(index + 1, term.end, NAME_WEIGHTS.quoted);
}

/** Reads a sign that may join words to a path. A path may start with a slash; any other sign must follow a word. */
function readJoiner(reading: Reading, index: number): void {
  const { text, units, names, start } = reading;
  if (names === undefined || index < reading.chainEnd) return;
  if ((CHARACTER_CLASSES[units[index + 1]!]! & WORD) === 0) return;
  const followsWord = index > start && (CHARACTER_CLASSES[units[index - 1]!]! & WORD) !== 0;
  if (!followsWord && units[index] !== SLASH && units[index] !== BACKSLASH) return;
  const chain = readChain(text, units, index, start, reading.end);
  reading.chainEnd = chain.end;
  if (chain.kind !== 'words') names.add(chain.start, chain.end, NAME_WEIGHTS[chain.kind]);
}
