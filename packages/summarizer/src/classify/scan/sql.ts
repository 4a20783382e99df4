import { FLAG } from '../reasons.ts';
import { EQUALS, STOP, UPPER, classAt, wordEnd } from './character-class.ts';
import type { Evidence, Line, SqlEvidence } from './evidence.ts';

/** Minimum number of different keywords in capitals if one of them is weak (seed, `sql_content`). */
const MIN_KEYWORDS = 3;

const GRANTS: ReadonlySet<string> = new Set(['GRANT', 'REVOKE']);

/** First keyword of a statement, by the second. */
const FIRST_BY_SECOND: ReadonlyMap<string, string> = new Map([
  ['FROM', 'SELECT'],
  ['SET', 'UPDATE'],
  ['ON', 'GRANT'],
]);

const SPACE_UNIT = 0x20;

/**
 * Reads a word in capitals. A statement of two keywords is sufficient, and so is a phrase that is rare elsewhere, such as `PRIMARY KEY`. Lower
 * case, which prose shares, is read line by line (seed defect "prose taken for SQL", reading 14).
 */
export function readSqlWord(text: string, start: number, end: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.sql_content) !== 0) return;
  const word = text.slice(start, end);
  if (!KEYWORDS.has(word)) return;
  const { sql } = evidence;
  const follows = sql.previousEnd === start - 1 && text.charCodeAt(start - 1) === SPACE_UNIT;
  const previous = follows ? sql.previous : '';
  if (STRONG.has(word) || CLAUSES.get(word)?.has(previous) === true) sql.isStrong = true;
  if (WEAK.has(word)) sql.isWeak = true;
  if (!PARTS.has(word)) addOnce(sql.counted, word);
  if (STATEMENTS.get(word)?.has(previous) === true) evidence.found |= FLAG.sql_content;
  if (word === 'SELECT' || word === 'UPDATE') addOnce(sql.started, word);
  if (GRANTS.has(previous) && PRIVILEGES.has(word)) addOnce(sql.started, 'GRANT');
  const first = FIRST_BY_SECOND.get(word);
  if (first !== undefined && sql.started.includes(first)) evidence.found |= FLAG.sql_content;
  sql.previous = word;
  sql.previousEnd = end;
}

/** Adds a word to a list that is shorter than the list of keywords. */
function addOnce(list: string[], word: string): void {
  if (!list.includes(word)) list.push(word);
}

/** Returns whether keywords in capitals make a text SQL. They do not count in a text that is mostly in capitals. */
export function hasSqlWords(text: string, sql: SqlEvidence): boolean {
  const isMany = sql.counted.length >= MIN_KEYWORDS;
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

/** Maximum number of UTF-16 units read of a line. */
const MAX_LINE = 4_000;

/** Minimum length of a line that is part of a definition (`upsert(`), in UTF-16 units, and minimum number of such lines. */
const MIN_PART_LENGTH = 7;
const MIN_PARTS = 2;

/** First letters of the keywords that start statements. */
const STARTS = 'acdgimrstuACDGIMRSTU';

const STATEMENT =
  /^(?:(?:insert|merge) into|delete from|update (?!the |a |your |our |its )\S+(?: (?!and |or |to )\w+)? set|(?:create|alter|drop) (?:or replace )?(?:unique |temp(?:orary)? )?(?:table|index|view|schema|database|trigger|procedure|function|type|role|user|sequence)|truncate (?:table|\S+ (?:cascade|restrict))|(?:grant|revoke) (?:all|select|insert|update|delete|usage|execute)\b.* on)\b/i;
/** Matches a role granted to a role. Only in capitals: lower case reads like prose. */
const ROLE_GRANT = /^(?:GRANT|REVOKE) [\w"]+(?:, ?[\w"]+)* (?:TO|FROM) [\w"]/;
const PART = /\b(?:varchar|upsert|primary key|foreign key|not null|on conflict|with recursive)\b/i;

/**
 * Looks for SQL line by line, because lower case can be prose: a line that starts a statement, with a sign of code in it or in the lines below
 * (`=`, `*` as its columns, `;` or `(` at the end of a line); or parts of definitions in lines that end with `,`, `;` or `(`.
 */
export function readSqlLine(text: string, evidence: Evidence): void {
  const { sql, line } = evidence;
  if ((evidence.found & FLAG.sql_content) !== 0) return;
  const last = text.charCodeAt(line.last - 1);
  const isOpen = last === 0x3b || last === 0x28;
  if (sql.opened !== '' || startsWithLetterOf(text, line)) openStatement(text, line, evidence);
  if (classAt(text, line.last - 1) === STOP) endSqlParagraph(sql);
  if (sql.hasShape && (isOpen || (line.bits & (1 << EQUALS)) !== 0))
    evidence.found |= FLAG.sql_content;
  if (
    (isOpen || last === 0x2c) &&
    line.last - line.first >= MIN_PART_LENGTH &&
    hasPart(text, line)
  ) {
    sql.parts++;
    if (sql.parts >= MIN_PARTS) evidence.found |= FLAG.sql_content;
  }
}

export function endSqlParagraph(sql: SqlEvidence): void {
  sql.opened = '';
  sql.hasShape = false;
  sql.started.length = 0;
}

function startsWithLetterOf(text: string, { content }: Line): boolean {
  return STARTS.includes(text[content]!);
}

function openStatement(text: string, line: Line, evidence: Evidence): void {
  const { sql } = evidence;
  const source = text.slice(line.content, Math.min(line.last, line.content + MAX_LINE));
  if (/^select\b/i.test(source)) {
    sql.opened = 'select';
    sql.hasStar = /^select (?:distinct )?(?:\w+\.)?\*|\(\*\)/i.test(source);
  } else if (/^update \S+(?: \S+)?$/i.test(source)) {
    sql.opened = 'update';
    sql.hasStar = false;
  } else if (STATEMENT.test(source) || ROLE_GRANT.test(source)) sql.hasShape = true;
  const second = sql.opened === 'select' ? /\bfrom\b/i : /^set\b/i;
  if (sql.opened === '' || !second.test(source)) return;
  if (sql.hasStar) evidence.found |= FLAG.sql_content;
  sql.hasShape = true;
  sql.opened = '';
}

function hasPart(text: string, { first, last }: Line): boolean {
  return PART.test(text.slice(first, Math.min(last, first + MAX_LINE)));
}

/** Keywords that are sufficient alone. */
const STRONG = keywords('VARCHAR INTEGER BOOLEAN CONSTRAINT CASCADE RETURNING UPSERT TRUNCATE');
/** Keywords of which one is needed among three different ones. */
const WEAK = keywords(
  'WHERE JOIN HAVING UNION DISTINCT OFFSET VALUES MERGE GRANT REVOKE CURSOR DECLARE PROCEDURE TRIGGER',
);
/** Other keywords that count as one of the three. */
const COUNTED = keywords(
  'SELECT FROM INSERT UPDATE DELETE CREATE ALTER DROP TABLE INDEX INTO SET LIMIT VIEW SCHEMA FETCH',
);
/** Parts of phrases, which do not count alone. */
const PARTS = keywords(
  'GROUP ORDER BY PRIMARY FOREIGN KEY NOT NULL ON CONFLICT WITH RECURSIVE LEFT RIGHT INNER OUTER FULL CROSS DATABASE UNIQUE SEQUENCE ALL USAGE EXECUTE CONNECT REFERENCES',
);
const KEYWORDS = new Set([...STRONG, ...WEAK, ...COUNTED, ...PARTS]);

/** Privileges that `GRANT` and `REVOKE` accept. */
const PRIVILEGES = keywords(
  'SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER CREATE CONNECT EXECUTE USAGE ALL',
);

/** Keywords that form a clause with the one directly after them, which is strong. */
const CLAUSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['BY', keywords('GROUP ORDER')],
  ['KEY', keywords('PRIMARY FOREIGN')],
  ['NULL', keywords('NOT')],
  ['CONFLICT', keywords('ON')],
  ['RECURSIVE', keywords('WITH')],
  ['JOIN', keywords('LEFT RIGHT INNER OUTER FULL CROSS')],
]);

/** Keywords that start a statement with the one directly after them. */
const STATEMENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['INTO', keywords('INSERT MERGE')],
  ['FROM', keywords('DELETE')],
  ['TABLE', keywords('CREATE ALTER DROP TRUNCATE')],
  ...Array.from(
    keywords('INDEX VIEW SCHEMA DATABASE TRIGGER PROCEDURE UNIQUE SEQUENCE'),
    (name) => [name, keywords('CREATE ALTER DROP')] as const,
  ),
]);

function keywords(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
