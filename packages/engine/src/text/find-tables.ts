/** A table in a text: its header, and the rows below it. Line numbers from 0. */
interface Table {
  /** First line of the header, and the first row. */
  readonly header: number;
  readonly from: number;
  /** The line after the last row. */
  readonly to: number;
}

/** Tables with fewer rows are not worth a header. */
const MIN_ROWS = 2;

/**
 * Finds tables with a header: Markdown, the rules of databases, fields between commas or tabs, columns with aligned edges, and capitals as
 * `kubectl` and `ps` write them. A table ends at the first line that is no row; with aligned columns or a rule without bars, only at a blank
 * line. Linear.
 */
export function findTables(lines: readonly string[]): readonly Table[] {
  const tables: Table[] = [];
  for (let at = 0; at + MIN_ROWS < lines.length; at += 1) {
    const header = headerAt(lines, at);
    if (header === undefined) continue;
    const { rows, isRow } = header;
    let to = rows;
    while (to < lines.length && isRow(lines[to]!)) to += 1;
    if (to - rows < MIN_ROWS) continue;
    tables.push({ header: at, from: rows, to });
    at = to - 1;
  }
  return tables;
}

interface Header {
  /** The first row. */
  readonly rows: number;
  readonly isRow: (line: string) => boolean;
}

/** A line below a header that separates it from the rows: three dashes or more; in Markdown, one for each column. */
const RULE = /^(?=.*(?:---|===))[\s|+:=-]+$/;
const MARKDOWN_RULE = /^[\s|:-]*-[\s:]*\|[\s|:-]*$/;
const FRAME = /^\s*\+[-=+]{3,}\+\s*$/;

/** What stands between columns. Most lines have none of it. */
const BETWEEN = /[|,;\t]| {2}\S|^[^a-z]+$/;

function headerAt(lines: readonly string[], at: number): Header | undefined {
  const [line, next] = [lines[at]!, lines[at + 1]!];
  if (line === '' || next === '' || !BETWEEN.test(line)) return undefined;
  if (FRAME.test(line) && next.includes('|') && FRAME.test(lines[at + 2] ?? ''))
    return { rows: at + 3, isRow: hasBar };
  if (line.includes('|') && (RULE.test(next) || MARKDOWN_RULE.test(next)) && !RULE.test(line))
    return { rows: at + 2, isRow: hasBar };
  if (RULE.test(next) && !RULE.test(line)) {
    if (columnsOf(line).length > 1) return { rows: at + 2, isRow: isFilled };
  }
  return delimitedHeader(lines, at) ?? capitalHeader(lines, at) ?? alignedHeader(lines, at);
}

const hasBar = (line: string): boolean => line.includes('|');
const isFilled = (line: string): boolean => line.trim() !== '';

/** A name of a column. */
const NAME = /^["']?[\p{L}_#%][\p{L}\p{N}_ .%()/#-]{0,40}["']?$/u;
const MIN_FIELDS = 3;

/** Fields between commas, semicolons or tabs: names above rows with as many fields, of which one has a digit where the header has none. */
function delimitedHeader(lines: readonly string[], at: number): Header | undefined {
  const line = lines[at]!;
  for (const delimiter of ['\t', ',', ';']) {
    if (!line.includes(delimiter)) continue;
    const names = line.split(delimiter).map((name) => name.trim());
    if (names.length < MIN_FIELDS || !names.every((name) => NAME.test(name))) continue;
    const isRow = (row: string): boolean => row.split(delimiter).length >= names.length;
    const first = lines[at + 1]!.split(delimiter);
    const hasValue = first.some(
      (field, column) => /\d/.test(field) && !/\d/.test(names[column] ?? ''),
    );
    if (hasValue && isRow(lines[at + 1]!)) return { rows: at + 1, isRow };
  }
  return undefined;
}

/** Three or more words in capitals, above rows with about as many words, the first of which has a digit. */
const CAPITALS = /^\s*%?[A-Z][A-Z0-9_%()/.:-]*(?:\s+[A-Z%(][A-Z0-9_%()/.:-]*){2,}\s*$/;

function capitalHeader(lines: readonly string[], at: number): Header | undefined {
  if (!CAPITALS.test(lines[at]!)) return undefined;
  const names = wordsIn(lines[at]!);
  // A cell may be blank, or hold a command with arguments.
  const isRow = (line: string): boolean => wordsIn(line) >= names - 1;
  return isRow(lines[at + 1]!) && /\d/.test(lines[at + 1]!) ? { rows: at + 1, isRow } : undefined;
}

const wordsIn = (line: string): number => line.split(/\s+/).filter((word) => word !== '').length;

/** Where a column begins and ends. */
interface Column {
  readonly start: number;
  readonly end: number;
}

function columnsOf(line: string): Column[] {
  return [...line.matchAll(/\S+(?: \S+)*/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** Names apart by two blanks or more, above rows whose columns begin or end where most of the names do. */
function alignedHeader(lines: readonly string[], at: number): Header | undefined {
  const line = lines[at]!;
  if (!/\S {2,}\S/.test(line) || /\d/.test(line)) return undefined;
  const columns = columnsOf(line);
  if (columns.length < MIN_FIELDS) return undefined;
  const isAligned = (row: string): boolean => {
    const hits = columns.filter(({ start, end }) => isEdge(row, start) || isEdge(row, end)).length;
    return hits > 0.6 * columns.length;
  };
  const isFirst = isAligned(lines[at + 1]!) && isAligned(lines[at + 2]!);
  return isFirst && /\d/.test(lines[at + 1]!) ? { rows: at + 1, isRow: isFilled } : undefined;
}

/** Returns whether a word begins or ends at a position. */
function isEdge(row: string, at: number): boolean {
  const before = at === 0 || row[at - 1] === ' ' || row[at - 1] === undefined;
  const after = row[at] === ' ' || row[at] === undefined;
  return at <= row.length && before !== after;
}
