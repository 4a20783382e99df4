import { formatTruncationMarker } from '@palimpsest/core-types';
import { readLastingWords, type LastingTest } from '@palimpsest/engine/directives/words';
import { cutBetweenTokens, lineSpans, splitFences } from '@palimpsest/engine/text';
import {
  demandLines,
  LONG_LINE,
  readHumanLines,
  withDemands,
  type HumanLine,
} from './human-lines.ts';
import { isUseful, lengthCut } from './truncate-to-marker.ts';

/**
 * A removal from user text: of the middle of pasted data (`data`), of the user's own sentences without directives (`remarks`), or of those with
 * directives (`demands`).
 */
export interface HumanCut {
  readonly of: 'data' | 'remarks' | 'demands';
  /** For data: number of lines that stay at each end. For sentences: share of lines that is removed, oldest first, 0 to 1. */
  readonly size: number;
}

const SHARES = [0.25, 0.5, 0.75, 1];

/** Cuts of pasted data, in order. */
export const DATA_CUTS: readonly HumanCut[] = [24, 6, 1].map((size) => ({ of: 'data', size }));

/** Cuts of the user's own sentences, in order. A later cut includes all earlier ones. */
export const REMARK_CUTS: readonly HumanCut[] = SHARES.map((size) => ({ of: 'remarks', size }));
export const DEMAND_CUTS: readonly HumanCut[] = SHARES.map((size) => ({ of: 'demands', size }));

/** Length to which a long line of data is truncated, in UTF-16 units. */
const DATA_LINE = 200;

/** Length of the beginning of the first request that always stays, in UTF-16 units. */
const REQUEST_LENGTH = 300;

/** What is known of a text, whatever is cut. */
interface HumanReading {
  readonly lines: readonly HumanLine[];
  /** Lines with words to keep, by index. */
  readonly demands: ReadonlyMap<number, string>;
}

/**
 * Returns a user text without the lines that a cut removes, and with a marker for each gap (`[truncated — 1234 chars]`). Pasted logs, code,
 * tables and quotations are data; the user's own sentences are not.
 *
 * @param isFirst whether the text is the first request of a conversation: its beginning always stays. @default false
 * @returns `undefined` if nothing is removed, or nothing is left
 */
export type CutHumanText = (text: string, cut: HumanCut, isFirst?: boolean) => string | undefined;

/** Returns a function that cuts user texts. It reads each text once, because several cuts are tried one after another. */
export function humanTextCutter(
  lastingKind: LastingTest = readLastingWords([]).lastingKind,
): CutHumanText {
  const readings = new Map<string, HumanReading>();
  return (text, cut, isFirst = false) => {
    let reading = readings.get(text);
    if (reading === undefined) {
      const lines = readHumanLines(text);
      reading = { lines, demands: new Map(demandLines(lines, text, lastingKind)) };
      readings.set(text, reading);
    }
    const { lines } = reading;
    if (lines.every(({ kind, isGap }) => isGap || kind === 'blank')) return undefined;
    const kept = keptBy(reading, cut);
    if (isFirst) keepBeginning(lines, kept, lastingKind);
    keepFences(text, lines, kept);
    return joined(lines, kept);
  };
}

/** Returns what stays of each line; `undefined` for a line that is removed. */
function keptBy({ lines, demands }: HumanReading, cut: HumanCut): (string | undefined)[] {
  const kept = Array.from<string | undefined>({ length: lines.length });
  const keepLine = (index: number): void => {
    kept[index] = lines[index]!.text;
  };
  // Of data, the ends of each run stay, until sentences are cut.
  if (cut.of === 'data') {
    for (const run of dataRuns(lines)) {
      for (const index of [...run.slice(0, cut.size), ...run.slice(run.length - cut.size)]) {
        kept[index] = demands.get(index) ?? shortData(lines[index]!.text);
      }
    }
  }
  // Of the user's sentences without directives, the newest share stays, until directives are cut.
  if (cut.of !== 'demands') {
    const own: number[] = [];
    for (const [index, { kind }] of lines.entries()) {
      if (kind === 'own' && !demands.has(index)) own.push(index);
    }
    const removedCount = cut.of === 'data' ? 0 : Math.ceil(own.length * cut.size);
    for (const index of own.slice(removedCount)) keepLine(index);
  }
  // Of directives, the newest share stays: the sentence alone, if not all of its line does.
  const removedDemands = cut.of === 'demands' ? Math.ceil(demands.size * cut.size) : 0;
  for (const [index, said] of [...demands].slice(removedDemands)) kept[index] ??= said;
  for (const [index, { isGap }] of lines.entries()) if (isGap) keepLine(index);
  return kept;
}

const MARKER_PREFIX = '[truncated';

/** Returns whether lines of a text were replaced by a marker. */
export function hasCutLines(text: string): boolean {
  if (!text.includes(MARKER_PREFIX)) return false;
  return lineSpans(text).some(({ start, end }) => lengthCut(text.slice(start, end)) !== undefined);
}

/** Yields the indices of adjacent lines of data. Blank lines and markers do not separate them. */
function* dataRuns(lines: readonly HumanLine[]): Generator<number[]> {
  let run: number[] = [];
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'data' || kind === 'quoted') run.push(index);
    if (kind !== 'own') continue;
    yield run;
    run = [];
  }
  yield run;
}

/** Truncates a line of more than twice the limit, so that a truncated line is not truncated again. */
function shortData(line: string): string {
  return line.length > 2 * DATA_LINE ? `${cutBetweenTokens(line, DATA_LINE)}…` : line;
}

/** Keeps the first lines of a request; of a long line only the beginning. */
function keepBeginning(
  lines: readonly HumanLine[],
  kept: (string | undefined)[],
  lastingKind: LastingTest,
): void {
  let budget = REQUEST_LENGTH;
  for (const [index, { text: line, kind }] of lines.entries()) {
    if (budget <= 0) return;
    if (kind === 'blank') continue;
    if (kept[index] !== line) {
      const beginning = line.length > budget + LONG_LINE ? cutBetweenTokens(line, budget) : line;
      const rest = line.slice(beginning.length);
      const isDemanded = kept[index] !== undefined && lastingKind(rest, false) !== undefined;
      const more = isDemanded ? ` ${withDemands(rest, (said) => lastingKind(said, false))}` : '';
      kept[index] = beginning === line ? line : `${beginning}…${more}`;
    }
    budget -= line.length;
  }
}

/** Keeps both ends of a fence with any kept line: an open fence would turn all text after it into code. */
function keepFences(text: string, lines: readonly HumanLine[], kept: (string | undefined)[]): void {
  let index = 0;
  for (const part of splitFences(text)) {
    const first = index;
    while (index < lines.length && lines[index]!.start < part.end) index += 1;
    if (part.kind !== 'fence' || !kept.slice(first, index).some((line) => line !== undefined))
      continue;
    for (const edge of [first, index - 1]) kept[edge] = lines[edge]!.text;
  }
}

/** Joins the lines that stay, with markers for those between them. Lines stay if their marker would not be much shorter. */
function joined(
  lines: readonly HumanLine[],
  kept: readonly (string | undefined)[],
): string | undefined {
  const out: string[] = [];
  let gap: HumanLine[] = [];
  let isShorter = false;
  let isEmpty = true;
  const close = (): void => {
    if (gap.length === 0) return;
    let [cut, length, hasMarker] = [0, 0, false];
    for (const { kind, left } of gap) {
      cut += left;
      if (kind === 'mark') hasMarker = true;
      else if (kind !== 'blank') length += left + 1;
    }
    const marker = formatTruncationMarker(cut);
    if ((hasMarker && length > marker.length) || isUseful(marker, { length })) {
      out.push(marker);
      isShorter = true;
    } else for (const { text } of gap) out.push(text);
    gap = [];
  };
  for (const [index, line] of lines.entries()) {
    const said = kept[index];
    if (said === undefined) {
      gap.push(line);
      continue;
    }
    close();
    out.push(said);
    isEmpty = false;
    isShorter ||= said.length < line.text.length;
  }
  close();
  return isShorter && !isEmpty ? out.join('\n') : undefined;
}
