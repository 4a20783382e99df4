import { truncateText, lineSpans } from '@palimpsest/engine/text';

const MIN_LINES = 6;
const MAX_UNITS_PER_LINE = 80;

const STATUS =
  /^(?:[-=*]{1,3} )?[[(]?(?:PASS(?:ED)?|FAIL(?:ED|URE)?|ERRORS?|WARN(?:ING)?|OK|SKIP(?:PED)?|(?:not )?ok \d|(?:ok|\?)(?=[ \t]{2})|[✓✔✗✘✖×✕])(?![A-Za-z_])[\])]?/;
const REFERENCE =
  /^((?:[A-Za-z]:)?[^\s:()]{0,256}[^\s:().]\.\w{1,10})(?::\d{1,9}:|\(\d{1,9},\d{1,9}\):)/;
const KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_ \t./-]{0,59}(?::[ \t]|：)/u;
const BULLET = /^\s+[-•*] /;
const FILE = /^[ \t]{1,8}((?:[\w@.-]{1,80}[/\\]){0,20}[\w@.-]{1,80}\.[A-Za-z]\w{0,5})(?![\w/.])/;

/**
 * Returns whether a text is the output of a program: at least six lines with content, at least one line end per 80 UTF-16 units, and more than
 * half of the lines a file reference, an indented bullet, a key with a value, or a status. Bullets without indentation do not count, because
 * prose has lists too.
 */
export function isStructured(text: string): boolean {
  const all = lineSpans(text).map(({ start, end }) => text.slice(start, end));
  const lines = all.filter((line) => line.trim() !== '');
  if (lines.length < MIN_LINES || (all.length - 1) * MAX_UNITS_PER_LINE < text.length) return false;
  return lines.filter(isProgramLine).length * 2 > lines.length;
}

function isProgramLine(line: string): boolean {
  const content = line.trim();
  return [STATUS, KEY, REFERENCE].some((pattern) => pattern.test(content)) || BULLET.test(line);
}

/** Kinds of lines that state the outcome of a run: failures, totals, warnings, passes. */
const OUTCOMES: readonly RegExp[] = [
  /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|[a-z]Error\b|[✗✘✖×✕]/i,
  /\b\d{1,9} (?:tests? )?(?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|total|tests?)\b|\b(?:total|duration)\b\D{0,40}\d/i,
  /\bwarn(?:s|ings?)?\b/i,
  /^ok(?=[ \t]{2})|\b(?:pass(?:es|ed|ing)?|tests?(?! files\])|total|duration)\b|[✓✔]/i,
];
const TOTAL = 1;
/** Totals also contain the words of failures and passes, and come before them. */
const READ_ORDER = [TOTAL, 0, 2, 3] as const;

const MAX_OUTCOMES = 3;
const MAX_FILES = 3;
/** Lines shown from the start if there are no files or outcomes. */
const FIRST_LINES = 3;
/** Minimum length of a truncated line, in UTF-16 units; a shorter one is omitted. */
const MIN_LENGTH = 12;

/**
 * Describes the output of a program by its files and its outcome, or, without these, by its start and end.
 *
 * `files: a.ts, b.ts, c.ts +4 more | FAIL b.ts | 2 tests failed`
 *
 * @param wanted lines that every summary must contain, in their order
 */
export function summarizeStructured(
  text: string,
  budget: number,
  wanted: readonly string[],
): string {
  const lines = text.split(LINE_END).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const files = new Set<string>();
  const byKind = OUTCOMES.map(() => new Set<string>());
  for (const line of lines) {
    const reference = REFERENCE.exec(line);
    const status = STATUS.exec(line);
    const path = reference?.[1] ?? FILE.exec(line.slice(status?.[0].length ?? line.length))?.[1];
    if (path !== undefined) files.add(path);
    // A file name does not state an outcome.
    const stated = line.slice(reference?.[0].length ?? 0);
    const kind = READ_ORDER.find((each) => OUTCOMES[each]!.test(stated));
    if (kind !== undefined) byKind[kind]!.add(line);
  }
  const ranked = chooseOutcomes(byKind, wanted);
  // A failing run keeps its order: test, reason, total.
  const outcomes = wanted.length === 0 ? ranked : lines.filter(isFirstOf(ranked));
  if (files.size === 0 && outcomes.length === 0) return startAndEnd(lines, budget);
  const more = files.size > MAX_FILES ? ` +${files.size - MAX_FILES} more` : '';
  const list = `files: ${[...files].slice(0, MAX_FILES).join(', ')}${more}`;
  return joinWithin(files.size === 0 ? outcomes : [list, ...outcomes], budget);
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** Returns a predicate that is true for the first occurrence of each of some lines. */
function isFirstOf(lines: readonly string[]): (line: string) => boolean {
  const left = new Set(lines);
  return (line) => left.delete(line);
}

/** Returns up to three lines: wanted ones in their order, else failures, totals, warnings, passes, with at least one total. */
function chooseOutcomes(byKind: readonly Set<string>[], wanted: readonly string[]): string[] {
  const [failures = [], totals = [], ...others] = byKind.map((lines) => [...lines]);
  const most = MAX_OUTCOMES - Math.min(totals.length, 1);
  const ranked = [...wanted, ...failures.slice(0, most), ...totals, ...others.flat()];
  return [...new Set(ranked)].slice(0, MAX_OUTCOMES);
}

/** Joins parts, each truncated to its share of what is left. Short parts leave their unused share to later ones. */
function joinWithin(parts: readonly string[], budget: number): string {
  const joined: string[] = [];
  let left = budget;
  for (const [index, part] of parts.entries()) {
    const isList = index === 0 && part.startsWith('files: ');
    if (index > 0) left -= ' | '.length;
    const share = isList ? left : Math.floor(left / (parts.length - index));
    if (share < Math.min(MIN_LENGTH, part.length)) break;
    joined.push(cutWithDots(part, share));
    left -= joined.at(-1)!.length;
  }
  return joined.join(' | ');
}

function startAndEnd(lines: readonly string[], budget: number): string {
  const shown = [...lines.slice(0, FIRST_LINES), '...', lines.at(-1)!];
  const count = `(${lines.length} lines)`;
  const share = Math.floor((budget - count.length - '\n...\n\n\n\n'.length) / (shown.length - 1));
  const cut = shown.map((line) => cutWithDots(line, Math.max(share, 0)));
  return cutWithDots([...cut, count].join('\n'), budget);
}

/** Truncates a text between characters, with `...` inside the limit. */
export function cutWithDots(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return limit < 3 ? truncateText(text, limit) : `${truncateText(text, limit - 3)}...`;
}
