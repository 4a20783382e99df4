import { CHINESE } from './chinese.ts';
import { readCueTable, type CueTable } from './cue-table.ts';
import { DUTCH } from './dutch.ts';
import { ENGLISH_EXCEPTIONS } from './english-exceptions.ts';
import { ENGLISH_LIMITS } from './english-limits.ts';
import { ENGLISH_QUESTIONS } from './english-questions.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';

const TEXTS = [
  ENGLISH_LIMITS + ENGLISH + ENGLISH_QUESTIONS + ENGLISH_EXCEPTIONS,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  KOREAN,
];

/** Returns the tables of all languages. Call it once: reading them takes milliseconds. */
export function readCueTables(): readonly CueTable[] {
  return TEXTS.map(readCueTable);
}
