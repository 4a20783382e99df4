import { FLAG } from '../reasons.ts';
import { UPPER, classAt, wordEnd } from './character-class.ts';
import type { Evidence } from './evidence.ts';
import type { SqlEvidence } from './sql-evidence.ts';
import { SQL_WORDS } from './sql-words.ts';

/** Minimum number of different keywords in capitals if one of them is weak (seed, `sql_content`). */
const MIN_KEYWORDS = 3;

const GRANTS: ReadonlySet<string> = new Set(['GRANT', 'REVOKE']);

const SPACE_UNIT = 0x20;

/**
 * Reads a word in capitals. A statement of two keywords is sufficient, and so is a phrase that is rare elsewhere, such as `PRIMARY KEY`. Lower
 * case, which prose shares, is read line by line (seed defect "prose taken for SQL", reading 14).
 */
export function readSqlWord(text: string, start: number, end: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.sql_content) !== 0) return;
  const word = SQL_WORDS.get(text.slice(start, end));
  if (word === undefined) return;
  const { sql } = evidence;
  const follows = sql.previousEnd === start - 1 && text.charCodeAt(start - 1) === SPACE_UNIT;
  const isPhrase = follows && word.after?.includes(sql.previous) === true;
  if (word.isStrong === true || (isPhrase && word.isStatement !== true)) sql.isStrong = true;
  if (word.isWeak === true) sql.isWeak = true;
  sql.counted |= word.counted;
  sql.countedToo |= word.countedToo;
  if (isPhrase && word.isStatement === true) evidence.found |= FLAG.sql_content;
  if (word.name === 'SELECT') sql.isSelecting = true;
  if (word.name === 'UPDATE') sql.isUpdating = true;
  if (follows && word.isPrivilege === true && GRANTS.has(sql.previous)) sql.isGranting = true;
  if (
    (word.name === 'FROM' && sql.isSelecting) ||
    (word.name === 'SET' && sql.isUpdating) ||
    (word.name === 'ON' && sql.isGranting)
  )
    evidence.found |= FLAG.sql_content;
  sql.previous = word.name;
  sql.previousEnd = end;
}

/** Returns whether keywords in capitals make a text SQL. They do not count in a text that is mostly in capitals. */
export function hasSqlWords(text: string, sql: SqlEvidence): boolean {
  const isMany = countBits(sql.counted) + countBits(sql.countedToo) >= MIN_KEYWORDS;
  return (sql.isStrong || (sql.isWeak && isMany)) && !isShouted(text);
}

/** Returns whether more than half of the words with at least two letters are in capitals. */
function isShouted(text: string): boolean {
  let words = 0;
  let loud = 0;
  for (let index = 0; index < text.length; index++) {
    const end = wordEnd(text, index);
    if (end - index < 2) continue;
    words++;
    let letter = index;
    while (letter < end && classAt(text, letter) === UPPER) letter++;
    if (letter === end) loud++;
    index = end;
  }
  return loud * 2 > words;
}

function countBits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
