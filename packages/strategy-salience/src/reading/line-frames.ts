import { quotationSpans } from '@palimpsest/engine/directives/words';
import { findTables, findTagPair, lineSpans } from '@palimpsest/engine/text';
import {
  hasFlag,
  standsForLines,
  isTrivial,
  nextLineUnit,
  NUMBERED,
  unitEnd,
  unitStart,
  type ParsedText,
} from './parsed-text.ts';
import { unitsIn } from './text-lines.ts';

/** Units without which others have no meaning. */
interface Frame {
  readonly units: readonly number[];
  /** The first of the units that they frame, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Whether its units, too, have no meaning without one of the others. @default false */
  readonly needsOthers?: boolean;
}

const known = new WeakMap<ParsedText, readonly Frame[]>();

/**
 * Returns a selection that also keeps what frames the kept units: of a table the header; of a text between a tag pair both tags, with which the
 * host says what the text is; of a text that the host cut, what says so; of what a person quotes both marks, without which it would read as the
 * person's own words. The header of a Markdown table is not kept without a row, unless a person wrote it.
 */
export function withFrames(
  parsed: ParsedText,
  isKept: (unit: number) => boolean,
  isOfPerson: boolean,
): (unit: number) => boolean {
  let frames = known.get(parsed);
  if (frames === undefined) {
    frames = [
      ...tagsOf(parsed),
      ...cutNotesOf(parsed),
      ...headersOf(parsed),
      ...(isOfPerson ? quotationsOf(parsed) : []),
    ];
    known.set(parsed, frames);
  }
  if (frames.length === 0) return isKept;
  const added = new Set<number>();
  const removed = new Set<number>();
  for (const { units, from, to, needsOthers = false } of frames) {
    let unit = from;
    while (unit < to && !isKept(unit)) unit += 1;
    if (unit < to) for (const one of units) added.add(one);
    else if (needsOthers && !isOfPerson) for (const one of units) removed.add(one);
  }
  return (unit) => added.has(unit) || (isKept(unit) && !removed.has(unit));
}

function tagsOf(parsed: ParsedText): readonly Frame[] {
  const pair = findTagPair(parsed.source);
  if (pair === undefined) return [];
  const units = [pair.opening, pair.closing].flatMap((tag) => unitsIn(parsed, tag));
  return [{ units, from: 0, to: parsed.count }];
}

/** A line by which a host says that a text is a part of the whole. */
const CUT_NOTE =
  /^\W{0,4}(?:output (?:is |was )?(?:too (?:large|long)|truncated)|total output lines: \d|preview \(|(?:status: )?showing (?:the )?(?:first|last|lines) \d)/i;
/** Characters of a text, and lines, in which such a line stands. */
const NOTES_LENGTH = 1_000;
const MAX_NOTE_LINES = 6;

function cutNotesOf(parsed: ParsedText): readonly Frame[] {
  const { source, count } = parsed;
  const notes = lineSpans(source.slice(0, NOTES_LENGTH))
    .slice(0, MAX_NOTE_LINES)
    .filter(({ start, end }) => CUT_NOTE.test(source.slice(start, end)));
  if (notes.length === 0) return [];
  return [{ units: notes.flatMap((note) => unitsIn(parsed, note)), from: 0, to: count }];
}

function quotationsOf(parsed: ParsedText): readonly Frame[] {
  return quotationSpans(parsed.source).map((span) => {
    const units = unitsIn(parsed, span);
    const [first = 0, last = 0] = [units[0], units.at(-1)];
    return { units: [first, last], from: first, to: last + 1 };
  });
}

const MARKDOWN_RULER = /^\|[\s|:-]+\|$/;

function headersOf(parsed: ParsedText): readonly Frame[] {
  const { count, source } = parsed;
  // Most texts have nothing that could stand between columns.
  if (!/[|,;\t]| {2}\S|[A-Z] [A-Z]/.test(source)) return [];
  const lines: string[] = [];
  const firstUnits: number[] = [];
  for (let unit = 0; unit < count; unit = nextLineUnit(parsed, unit)) {
    const end = nextLineUnit(parsed, unit);
    firstUnits.push(unit);
    // A gap does not end a table.
    if (isTrivial(parsed, unit)) {
      if (standsForLines(parsed, unit)) firstUnits.pop();
      else lines.push('');
      continue;
    }
    const last = unitEnd(parsed, end - 1);
    lines.push(source.slice(bodyOf(parsed, unit), last));
  }
  firstUnits.push(count);
  return findTables(lines).map(({ header, from, to }) => {
    const [first, rows] = [firstUnits[header]!, firstUnits[from]!];
    return {
      units: Array.from({ length: rows - first }, (_, at) => first + at),
      from: rows,
      to: firstUnits[to]!,
      needsOthers: MARKDOWN_RULER.test(lines[from - 1]!),
    };
  });
}

/** Returns where a line begins, after its number and the sign behind it. */
function bodyOf(parsed: ParsedText, unit: number): number {
  const start = unitStart(parsed, unit);
  if (!hasFlag(parsed, unit, NUMBERED)) return start;
  return start + /^\d*/.exec(parsed.source.slice(start, start + 10))![0].length + 1;
}
