/** A table in a list of lines. Indices of lines. */
interface Table {
  /** First line of the header. */
  readonly header: number;
  /** The first row. */
  readonly from: number;
  /** The line after the last row. */
  readonly to: number;
}

/** Minimum number of rows: a table with fewer is not worth a header. */
const MIN_ROWS = 2;

/**
 * Finds tables with a header: Markdown, rulers of databases, fields between commas or tabs, columns with aligned edges, and capitals as
 * `kubectl` and `ps` write them. A table ends at the first line that is no row; with aligned columns or a ruler without bars, only at a blank
 * line. Linear.
 */
export function findTables(lines: readonly string[]): readonly Table[] {
  const tables: Table[] = [];
  for (let index = 0; index + MIN_ROWS < lines.length; index += 1) {
    const header = headerAt(lines, index);
    if (header === undefined) continue;
    const { firstRow, isRow } = header;
    let to = firstRow;
    while (to < lines.length && isRow(lines[to]!)) to += 1;
    if (to - firstRow < MIN_ROWS) continue;
    tables.push({ header: index, from: firstRow, to });
    index = to - 1;
  }
  return tables;
}

interface Header {
  /** Index of the line. */
  readonly firstRow: number;
  readonly isRow: (line: string) => boolean;
}

/** A ruler between header and rows: three dashes or more; in Markdown, one for each column. */
const RULER = /^(?=.*(?:---|===))[\s|+:=-]+$/;
const MARKDOWN_RULER = /^[\s|:-]*-[\s:]*\|[\s|:-]*$/;
/** Upper and lower edge of a table of a database. */
const EDGE = /^\s*\+[-=+]{3,}\+\s*$/;

/** A line with separators of columns, or without small letters. Most lines are none, and need no other pattern. */
const MAY_BE_HEADER = /[|,;\t]| {2}\S|^[^a-z]+$/;

function headerAt(lines: readonly string[], index: number): Header | undefined {
  const [line, next] = [lines[index]!, lines[index + 1]!];
  if (line === '' || next === '' || !MAY_BE_HEADER.test(line)) return undefined;
  if (EDGE.test(line) && next.includes('|') && EDGE.test(lines[index + 2] ?? ''))
    return { firstRow: index + 3, isRow: hasBar };
  if (line.includes('|') && (RULER.test(next) || MARKDOWN_RULER.test(next)) && !RULER.test(line))
    return { firstRow: index + 2, isRow: hasBar };
  if (RULER.test(next) && !RULER.test(line)) {
    if (columnsOf(line).length > 1) return { firstRow: index + 2, isRow: isFilled };
  }
  return (
    delimitedHeader(lines, index) ?? capitalHeader(lines, index) ?? alignedHeader(lines, index)
  );
}

const hasBar = (line: string): boolean => line.includes('|');
const isFilled = (line: string): boolean => line.trim() !== '';

/** A name of a column. */
const NAME = /^["']?[\p{L}_#%][\p{L}\p{N}_ .%()/#-]{0,40}["']?$/u;
/** Minimum number of columns: two words or fields in a row are common in prose. */
const MIN_FIELDS = 3;
/** Two fields without blanks, which are not: `a,b` above `3.23e-15,4`. */
const TWO_WORDS = /^[^\s,;]{1,40}[\t,;][^\s,;]{1,40}$/;

/** Fields between commas, semicolons or tabs: names above rows with as many fields, of which one has a digit where the header has none. */
function delimitedHeader(lines: readonly string[], index: number): Header | undefined {
  const line = lines[index]!;
  for (const delimiter of ['\t', ',', ';']) {
    if (!line.includes(delimiter)) continue;
    const names = line.split(delimiter).map((name) => name.trim());
    if (!names.every((name) => NAME.test(name))) continue;
    const isPair = TWO_WORDS.test(line);
    if (names.length < MIN_FIELDS && !isPair) continue;
    const isRow = (row: string): boolean =>
      isPair ? TWO_WORDS.test(row) : row.split(delimiter).length >= names.length;
    const first = lines[index + 1]!.split(delimiter);
    const hasValue = first.some(
      (field, column) => /\d/.test(field) && !/\d/.test(names[column] ?? ''),
    );
    if (hasValue && isRow(lines[index + 1]!)) return { firstRow: index + 1, isRow };
  }
  return undefined;
}

/** Three or more words in capitals, above rows with about as many words, the first of which has a digit. */
const CAPITALS = /^\s*%?[A-Z][A-Z0-9_%()/.:-]*(?:\s+[A-Z%(][A-Z0-9_%()/.:-]*){2,}\s*$/;

function capitalHeader(lines: readonly string[], index: number): Header | undefined {
  if (!CAPITALS.test(lines[index]!)) return undefined;
  const names = countWords(lines[index]!);
  // A cell may be blank, or hold a command with arguments.
  const isRow = (line: string): boolean => countWords(line) >= names - 1;
  return isRow(lines[index + 1]!) && /\d/.test(lines[index + 1]!)
    ? { firstRow: index + 1, isRow }
    : undefined;
}

const countWords = (line: string): number => line.split(/\s+/).filter((word) => word !== '').length;

/** Start and end of a column, in UTF-16 units from the start of the line. */
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

/** Share of columns that have to be aligned in a row: some cells are wider than their column. */
const MIN_ALIGNED_SHARE = 0.6;

/** Names apart by two blanks or more, above rows whose columns begin or end where most of the names do. */
function alignedHeader(lines: readonly string[], index: number): Header | undefined {
  const line = lines[index]!;
  if (!/\S {2,}\S/.test(line) || /\d/.test(line)) return undefined;
  const columns = columnsOf(line);
  if (columns.length < MIN_FIELDS) return undefined;
  const isAligned = (row: string): boolean => {
    const aligned = columns.filter(({ start, end }) => isEdge(row, start) || isEdge(row, end));
    return aligned.length > MIN_ALIGNED_SHARE * columns.length;
  };
  const isFirst = isAligned(lines[index + 1]!) && isAligned(lines[index + 2]!);
  return isFirst && /\d/.test(lines[index + 1]!)
    ? { firstRow: index + 1, isRow: isFilled }
    : undefined;
}

/** Returns whether a word begins or ends at an index. */
function isEdge(row: string, index: number): boolean {
  const isBlankBefore = index === 0 || row[index - 1] === ' ' || row[index - 1] === undefined;
  const isBlankAfter = row[index] === ' ' || row[index] === undefined;
  return index <= row.length && isBlankBefore !== isBlankAfter;
}
