import { CHARACTER_CLASSES, DIGIT, JOINER, MARK, WORD } from './character-classes.ts';
import { readJoiner, readMark } from './read-mark.ts';
import { readNumber } from './read-number.ts';
import { readWide } from './read-wide.ts';
import { readWord } from './read-word.ts';
import type { Reading } from './reading.ts';

/** Reads one sentence, each unit once. Afterwards the reading has its score. */
export function readSentence(reading: Reading, start: number, end: number): void {
  const classes = CHARACTER_CLASSES;
  const { units } = reading;
  reading.startSentence(start, end);
  let index = start;
  while (index < end) {
    const bits = classes[units[index]!]!;
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
