import type { Span } from '@palimpsest/text';
import { columnsOf, cutColumns } from '../cut-columns.ts';
import { readLineFile } from './line-patterns.ts';
import { StatusLines } from './status-lines.ts';

const JOINER = ' | ';
/** Maximum number of named files. */
const MOST_FILES = 3;
/** Lines shown from the start if there are no files or statuses. */
const FIRST_LINES = 3;
/** Minimum width of a truncated line in columns; a shorter one is omitted. */
const FEWEST_COLUMNS = 12;

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
  failure: readonly Span[] = [],
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
  let room = budget - columnsOf(parts[0] ?? '');
  for (const [index, line] of picked.entries()) {
    if (parts.length > 0) room -= JOINER.length;
    // Short lines leave their unused share to later ones.
    const share = Math.floor(room / (picked.length - index));
    if (share < Math.min(FEWEST_COLUMNS, columnsOf(line))) break;
    const part = cutColumns(line, share);
    parts.push(part);
    room -= columnsOf(part);
  }
  return parts.join(JOINER);
}

function fileList(files: ReadonlySet<string>): string {
  const named = [...files].slice(0, MOST_FILES).join(', ');
  const more = files.size > MOST_FILES ? ` +${files.size - MOST_FILES} more` : '';
  return `files: ${named}${more}`;
}

function beginningAndEnd(text: string, lines: readonly Span[], budget: number): string {
  const shown = [...lines.slice(0, FIRST_LINES), lines.at(-1)!].map(({ start, end }) =>
    text.slice(start, end),
  );
  const count = `(${lines.length} lines)`;
  let room = budget - '\n...\n\n'.length - FIRST_LINES - count.length;
  const cut = shown.map((line, index) => {
    const part = cutColumns(line, Math.max(0, Math.floor(room / (shown.length - index))));
    room -= columnsOf(part);
    return part;
  });
  return cutColumns([...cut.slice(0, FIRST_LINES), '...', cut.at(-1)!, count].join('\n'), budget);
}
