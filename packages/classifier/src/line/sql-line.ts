import { FLAG } from '../reasons.ts';
import { EQUALS, STOP, classAt } from '../scan/character-class.ts';
import type { Evidence } from '../scan/evidence.ts';
import type { SqlEvidence } from '../scan/sql-evidence.ts';
import type { Line } from './line.ts';

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

/** Ends the current statement, at a blank line or a line that ends a sentence. */
export function endSqlParagraph(sql: SqlEvidence): void {
  sql.opened = '';
  sql.hasShape = false;
  sql.isSelecting = false;
  sql.isUpdating = false;
  sql.isGranting = false;
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
