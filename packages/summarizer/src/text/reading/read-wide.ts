import { isWideEmphasis, wideFillerAt } from '../words/phrases.ts';
import { EMPTY_HASH, hashUnit } from '../words/word-kinds.ts';
import * as Class from './character-classes.ts';
import { CHARACTER_CLASSES } from './character-classes.ts';
import { NAME_WEIGHTS } from './name-collector.ts';
import type { Reading } from './reading.ts';

const MIN_KATAKANA_LENGTH = 3;

/** Reads a run of Han, kana, Hangul and their punctuation, and returns its end. Two characters count as a word. */
export function readWide(reading: Reading, start: number): number {
  const classes = CHARACTER_CLASSES;
  const { text, units, topics, end } = reading;
  if (reading.words === 0) reading.filler = wideFillerAt(text, start, end);
  let before = 0;
  let beforeBits = 0;
  let syllables = 0;
  let katakanaStart = -1;
  let index = start;
  for (; index < end; index++) {
    const unit = units[index]!;
    const bits = classes[unit]!;
    if ((bits & (Class.WIDE | Class.WORD | Class.MARK)) !== Class.WIDE) break;
    if ((bits & Class.OPENS_WIDE_EMPHASIS) !== 0 && isWideEmphasis(text, index))
      reading.emphasize();
    if (((bits ^ beforeBits) & Class.KATAKANA) !== 0) {
      if ((bits & Class.KATAKANA) !== 0) katakanaStart = index;
      else addKatakana(reading, katakanaStart, index);
    }
    if ((bits & Class.SYLLABLE) !== 0) {
      syllables++;
      if ((beforeBits & Class.SYLLABLE) !== 0)
        topics.add(
          hashUnit(hashUnit(EMPTY_HASH, before), unit),
          ((bits | beforeBits) & Class.PARTICLE) === 0 ? 1 : 0,
        );
    }
    before = unit;
    beforeBits = bits;
  }
  if ((beforeBits & Class.KATAKANA) !== 0) addKatakana(reading, katakanaStart, index);
  reading.words += syllables;
  reading.wide += index - start;
  return index;
}

function addKatakana({ names }: Reading, start: number, end: number): void {
  if (end - start >= MIN_KATAKANA_LENGTH) names.add(start, end, NAME_WEIGHTS.katakana);
}
