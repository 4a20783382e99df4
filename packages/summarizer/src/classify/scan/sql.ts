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
  const word = SQL_WORDS.get(text.slice(start, end));
  if (word === undefined) return;
  const { sql } = evidence;
  const follows = sql.previousEnd === start - 1 && text.charCodeAt(start - 1) === SPACE_UNIT;
  const isPhrase = follows && word.after?.includes(sql.previous) === true;
  if (word.isStrong === true || (isPhrase && word.isStatement !== true)) sql.isStrong = true;
  if (word.isWeak === true) sql.isWeak = true;
  if (word.isCounted === true) addOnce(sql.counted, word.name);
  if (isPhrase && word.isStatement === true) evidence.found |= FLAG.sql_content;
  if (word.name === 'SELECT' || word.name === 'UPDATE') addOnce(sql.started, word.name);
  if (follows && word.isPrivilege && GRANTS.has(sql.previous)) addOnce(sql.started, 'GRANT');
  const first = FIRST_BY_SECOND.get(word.name);
  if (first !== undefined && sql.started.includes(first)) evidence.found |= FLAG.sql_content;
  sql.previous = word.name;
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

interface SqlWord {
  readonly name: string;
  /** Whether it counts as one of several different keywords. */
  readonly isCounted?: boolean;
  /** Whether the keyword alone is sufficient. */
  readonly isStrong?: boolean;
  /** Whether three keywords are sufficient if this is one of them. */
  readonly isWeak?: boolean;
  /** Keywords that form a phrase with this one directly after them. */
  readonly after?: readonly string[];
  /** Whether the phrase starts a statement; otherwise it is a clause, and strong. */
  readonly isStatement?: boolean;
  /** Whether it is a privilege that `GRANT` and `REVOKE` accept. */
  readonly isPrivilege: boolean;
}

const STRONG = 'VARCHAR INTEGER BOOLEAN CONSTRAINT CASCADE RETURNING UPSERT TRUNCATE';
const WEAK =
  'WHERE JOIN HAVING UNION DISTINCT OFFSET VALUES MERGE GRANT REVOKE CURSOR DECLARE PROCEDURE TRIGGER';
const COUNTED =
  'SELECT FROM INSERT UPDATE DELETE CREATE ALTER DROP TABLE INDEX INTO SET LIMIT VIEW SCHEMA FETCH';
/** Parts of phrases, which do not count alone. */
const PARTS =
  'GROUP ORDER BY PRIMARY FOREIGN KEY NOT NULL ON CONFLICT WITH RECURSIVE LEFT RIGHT INNER OUTER FULL CROSS DATABASE UNIQUE SEQUENCE ALL USAGE EXECUTE CONNECT REFERENCES';

const PRIVILEGES: ReadonlySet<string> = new Set(
  'SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER CREATE CONNECT EXECUTE USAGE ALL'.split(
    ' ',
  ),
);

const PHRASES: Readonly<Record<string, Pick<SqlWord, 'after' | 'isStatement'>>> = {
  BY: { after: ['GROUP', 'ORDER'] },
  KEY: { after: ['PRIMARY', 'FOREIGN'] },
  NULL: { after: ['NOT'] },
  CONFLICT: { after: ['ON'] },
  RECURSIVE: { after: ['WITH'] },
  JOIN: { after: ['LEFT', 'RIGHT', 'INNER', 'OUTER', 'FULL', 'CROSS'] },
  INTO: { after: ['INSERT', 'MERGE'], isStatement: true },
  FROM: { after: ['DELETE'], isStatement: true },
  ...Object.fromEntries(
    'INDEX VIEW SCHEMA DATABASE TRIGGER PROCEDURE UNIQUE SEQUENCE'
      .split(' ')
      .map((name) => [name, { after: ['CREATE', 'ALTER', 'DROP'], isStatement: true }]),
  ),
  TABLE: { after: ['CREATE', 'ALTER', 'DROP', 'TRUNCATE'], isStatement: true },
};

const SQL_WORDS: ReadonlyMap<string, SqlWord> = new Map([
  ...keywords(STRONG, { isCounted: true, isStrong: true }),
  ...keywords(WEAK, { isCounted: true, isWeak: true }),
  ...keywords(COUNTED, { isCounted: true }),
  ...keywords(PARTS, {}),
]);

function keywords(names: string, kind: Partial<SqlWord>): (readonly [string, SqlWord])[] {
  return names.split(' ').map((name) => {
    const isPrivilege = PRIVILEGES.has(name);
    return [name, { name, isPrivilege, ...kind, ...PHRASES[name] }];
  });
}
