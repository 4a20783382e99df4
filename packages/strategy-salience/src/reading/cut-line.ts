const SPACE = 0x20;
const COMMA = 0x2c;
const QUOTE = 0x22;
const GAP = '…';

/** A line up to this multiple of a piece is not split. */
const SLACK = 1.6;
/** Minimum length of a piece, as a share of the intended length. */
const SHORTEST = 1 / 3;
/** Characters of a line that are searched for JSON keys. */
const KEY_WINDOW = 2_000;

/** Returns whether a line must be split into pieces of a length. */
export function isTooLong(length: number, piece: number): boolean {
  return length > piece * SLACK;
}

/** Returns the piece length for a line: shorter where JSON keys are dense, because each piece is then meaningful. */
export function pieceLength(text: string, start: number, end: number): number {
  const parts = text.slice(start, Math.min(end, start + KEY_WINDOW)).split('":');
  return parts.length > 3 ? 60 : 100;
}

/**
 * Yields the ends of the pieces of a long line: after the last clause that fits, else at a blank, else between two characters. The last
 * piece ends at `end`. A gap marker starts a piece and does not count, so that a reduced line has the same pieces (law 6).
 */
export function* pieceEnds(
  text: string,
  start: number,
  end: number,
  length: number,
): Generator<number> {
  const least = length * SHORTEST;
  const line = text.slice(start, end);
  const nextGap = (from: number): number => {
    const at = line.indexOf(GAP, Math.ceil(from - start + least));
    return at < 0 || start + at >= end - least ? end : start + at;
  };
  let from = start;
  let gap = nextGap(from);
  for (;;) {
    if (text[from] === GAP) from += 1;
    if (gap < from + least) gap = nextGap(from);
    if (gap < end && gap <= from + length + 1) from = gap;
    else if (isTooLong(end - from, length)) {
      from =
        clauseEnd(text, from, length) ??
        blank(text, from, length) ??
        characterBoundary(text, from + length);
    } else break;
    yield from;
  }
  yield end;
}

/** Finds the end of a clause: after `, ; . ! ? } ]` and a blank, or between `,` and `"`. */
function clauseEnd(text: string, from: number, length: number): number | undefined {
  for (let at = from + length; at > from + length * SHORTEST; at -= 1) {
    const after = text.charCodeAt(at);
    if (after === QUOTE && text.charCodeAt(at - 1) === COMMA) return at;
    if (after === SPACE && CLAUSE_ENDS.includes(text[at - 1]!)) return at + 1;
  }
  return undefined;
}

const CLAUSE_ENDS = ',;.!?}]';

function blank(text: string, from: number, length: number): number | undefined {
  const at = text.slice(from, from + length + 1).lastIndexOf(' ');
  return at > length / 2 ? from + at + 1 : undefined;
}

/** Returns a position that is not inside a surrogate pair. */
function characterBoundary(text: string, at: number): number {
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at)) ? at - 1 : at;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff;
}

/** A longer sentence is split at its clauses. In characters. */
const MAX_SENTENCE_LENGTH = 420;
const CLAUSES_LENGTH = 260;
/**
 * The end of a sentence: a full stop after a word, a bracket or two digits, followed by a possible sentence start. Scripts without spaces
 * have their own marks.
 */
const END =
  /(?:(?<=[\p{L})\]"'`*_%]|\d\d)[.!?]+["')\]*_`]*\s+(?=[…"'([*_`]*[\p{Lu}\p{Lo}\d`])|[。！？]+[”’」』）]*)/gu;

/** What the end of a sentence contains. Most lines of data have none. */
const MAY_END = /[.!?]["')\]*_`]*\s|[。！？]/;

/** Returns the ends of the sentences of a line, including trailing blanks; the last one is `end`. */
export function sentenceEnds(text: string, start: number, end: number): number[] {
  const line = text.slice(start, end);
  const mayEnd = MAY_END.test(line);
  if (!mayEnd && line.length <= MAX_SENTENCE_LENGTH) return [end];
  const ends: number[] = [];
  let from = start;
  const add = (to: number): void => {
    if (to - from <= MAX_SENTENCE_LENGTH) ends.push(to);
    else ends.push(...pieceEnds(text, from, to, CLAUSES_LENGTH));
    from = to;
  };
  if (mayEnd) {
    for (const { index, 0: mark } of line.matchAll(END)) {
      const to = start + index + mark.length;
      if (to >= end) break;
      add(to);
    }
  }
  add(end);
  return ends;
}
