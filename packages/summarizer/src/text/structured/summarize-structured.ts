import type { Span } from '@palimpsest/text';
import { columnsOf, cutColumns } from '../columns.ts';
import { readLineFile } from './structured-lines.ts';

const JOINER = ' | ';
const MAX_FILES = 3;
/** Lines shown from the start if there are no files or statuses. */
const FIRST_LINES = 3;
/** Minimum width of a truncated line in columns; a shorter one is omitted. */
const MIN_COLUMNS = 12;

/**
 * Describes the output of a program: its files and its outcome, or, without these, its start and end.
 *
 * `files: a.ts, b.ts, c.ts +4 more | FAIL b.ts | 2 tests failed`
 */
export function summarizeStructured(
  text: string,
  units: Uint16Array,
  lines: readonly Span[],
  budget: number,
  failure: readonly Span[],
): string {
  const files = new Set<string>();
  const statuses = new StatusLines();
  for (const { start, end } of lines) {
    const file = readLineFile(text, units, start, end);
    if (file?.path !== undefined) files.add(file.path);
    const line = text.slice(start, end);
    // A file name does not state an outcome.
    statuses.add(line, file === undefined ? line : text.slice(file.rest, end));
  }
  const wanted = failure.map(({ start, end }) => text.slice(start, end));
  const ranked = statuses.pick(wanted);
  // A failing run keeps its order: test, reason, total.
  const picked =
    wanted.length === 0
      ? ranked
      : ranked.toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
  if (files.size === 0 && picked.length === 0) return beginningAndEnd(text, lines, budget);
  const parts = files.size === 0 ? [] : [cutColumns(fileList(files), budget)];
  let left = budget - columnsOf(parts[0] ?? '');
  for (const [index, line] of picked.entries()) {
    if (parts.length > 0) left -= JOINER.length;
    // Short lines leave their unused share to later ones.
    const share = Math.floor(left / (picked.length - index));
    if (share < Math.min(MIN_COLUMNS, columnsOf(line))) break;
    const part = cutColumns(line, share);
    parts.push(part);
    left -= columnsOf(part);
  }
  return parts.join(JOINER);
}

function fileList(files: ReadonlySet<string>): string {
  const named = [...files].slice(0, MAX_FILES).join(', ');
  const more = files.size > MAX_FILES ? ` +${files.size - MAX_FILES} more` : '';
  return `files: ${named}${more}`;
}

function beginningAndEnd(text: string, lines: readonly Span[], budget: number): string {
  const shown = [...lines.slice(0, FIRST_LINES), lines.at(-1)!].map(({ start, end }) =>
    text.slice(start, end),
  );
  const count = `(${lines.length} lines)`;
  let left = budget - '\n...\n\n'.length - FIRST_LINES - count.length;
  const cut = shown.map((line, index) => {
    const part = cutColumns(line, Math.max(0, Math.floor(left / (shown.length - index))));
    left -= columnsOf(part);
    return part;
  });
  return cutColumns([...cut.slice(0, FIRST_LINES), '...', cut.at(-1)!, count].join('\n'), budget);
}

/** Words that state the outcome of a run. A quick check: most lines contain none. */
const ANY =
  /^ok\s|pass|fail|err|warn|skip|test|total|duration|[✓✔✗✘✖×✕]|总计|合计|合計|итого|失败|失敗|错误|錯誤|エラー|ошибк|خطأ|فشل|警告|предупрежд|تحذير|通过|成功|пройден|نجح/i;

/** Kinds of outcome lines; totals of a whole run first. */
const KINDS: readonly RegExp[] = [
  /\b\d{1,9} (?:tests? )?(?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|total|tests?)\b|\b(?:total|duration)\b\D{0,40}\d|总计|合计|合計|итого/i,
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?)\b|[a-z]Error\b|[✗✘✖×✕]|失败|失敗|错误|錯誤|エラー|ошибк|خطأ|فشل/i,
  /\bwarn(?:s|ings?)?\b|警告|предупрежд|تحذير/i,
  /^ok(?=[ \t]{2})|\b(?:pass(?:es|ed|ing)?|tests?(?! files\])|total|duration)\b|[✓✔]|通过|成功|пройден|نجح/i,
];
const TOTALS = 0;
const FAILURES = 1;

const MAX_LINES = 3;

/** Selects up to three different lines that state the outcome of a run: failures before passes, and totals. */
class StatusLines {
  readonly #byKind: readonly Set<string>[] = KINDS.map(() => new Set());

  /**
   * Adds a line.
   *
   * @param said the part of the line that may state an outcome
   */
  add(line: string, said: string): void {
    if (!ANY.test(said)) return;
    const kind = KINDS.findIndex((pattern) => pattern.test(said));
    const lines = this.#byKind[kind];
    if (lines !== undefined && lines.size < MAX_LINES) lines.add(line);
  }

  /**
   * Returns lines by priority: failures, totals, warnings, passes.
   *
   * @param wanted lines that come first
   */
  pick(wanted: readonly string[]): string[] {
    const totals = [...this.#byKind[TOTALS]!];
    const failures = [...this.#byKind[FAILURES]!].slice(0, MAX_LINES - Math.min(totals.length, 1));
    const others = this.#byKind.slice(FAILURES + 1).flatMap((lines) => [...lines]);
    return [...new Set([...wanted, ...failures, ...totals, ...others])].slice(0, MAX_LINES);
  }
}
