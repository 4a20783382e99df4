import { UPPER, classAt, isWordAt } from './character-class.ts';
import type { Evidence } from './evidence.ts';
import { readRun } from './runs.ts';
import { readSqlWord } from './sql.ts';

/** Reads the capitals at `start`, which may be an SQL keyword, or the token that contains them. Returns the index to continue from. */
export function readCapitals(text: string, start: number, evidence: Evidence): number {
  const next = readRun(text, start, evidence);
  if (next > start) return next;
  let end = start + 1;
  while (classAt(text, end) === UPPER) end++;
  if (end - start > 1 && !isWordAt(text, end) && !isWordAt(text, start - 1))
    readSqlWord(text, start, end, evidence);
  return end;
}
