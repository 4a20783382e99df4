import {
  formatGapMarker,
  parseGapMarker,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { countOmitted } from '@palimpsest/salience';
import type { ReducibleEntry } from './create-selection-renderer.ts';

/** Open entries next to each other of which nothing is left. */
export interface Run {
  /** Position of the first, among the open entries. */
  readonly from: number;
  /** Position behind the last. */
  readonly to: number;
  /** Lines that all of them had. */
  readonly lines: number;
}

/**
 * Yields runs of two or more, one after another. A run ends in the role in which it begins, so that what stands beside it still follows the
 * other role.
 */
export function* findOmittedRuns(
  history: readonly IContent[],
  open: readonly ReducibleEntry[],
  linesAt: (position: number) => number | undefined,
): Generator<Run> {
  const speakerAt = (position: number): string => history[open[position]!.index]!.speaker;
  let from = 0;
  for (let position = 0; position <= open.length; position += 1) {
    const isEmpty = position < open.length && linesAt(position) !== undefined;
    const goesOn = position > from && open[position]?.index === open[position - 1]!.index + 1;
    if (isEmpty && goesOn) continue;
    // Behind the last entry in the role of the first, all are in the other role.
    const end = lastOf(from, position, speakerAt) + 1;
    for (const [start, to] of [
      [from, end],
      [end, position],
    ] as const) {
      if (to - start > 1) yield { from: start, to, lines: linesBetween(start, to, linesAt) };
    }
    from = isEmpty ? position : position + 1;
  }
}

/** Returns the last position before `to` of the same speaker as at `from`. */
function lastOf(from: number, to: number, speakerAt: (position: number) => string): number {
  let last = to - 1;
  while (last > from && speakerAt(last) !== speakerAt(from)) last -= 1;
  return last;
}

function linesBetween(
  from: number,
  to: number,
  linesAt: (position: number) => number | undefined,
): number {
  let lines = 0;
  for (let position = from; position < to; position += 1) lines += linesAt(position) ?? 0;
  return lines;
}

/** The first of a run, as a mark for all of it. */
export function createGapEntry(first: IContent, lines: number): IContent {
  return { ...first, blocks: [{ type: 'text', text: formatGapMarker(lines) }] };
}

/** Lines that an entry which only says something would be a mark for; `undefined` where something of it is kept. */
export function countOmittedLines(
  { speaker, blocks }: IContent,
  { parts }: ReducibleEntry,
  isKept: (unit: number) => boolean,
  firstUnit: Int32Array,
): number | undefined {
  if (speaker !== 'ai' && speaker !== 'human') return undefined;
  let lines = 0;
  let marks = 0;
  for (const block of blocks) {
    const settled = block.type === 'text' ? parseGapMarker(block.text) : undefined;
    if (settled === undefined && !isFree(block)) return undefined;
    if (settled === undefined) continue;
    marks += 1;
    lines += settled;
  }
  if (marks + parts.length < blocks.length) return undefined;
  for (const { passage, reading } of parts) {
    for (let unit = firstUnit[passage]!; unit < firstUnit[passage + 1]!; unit += 1) {
      if (isKept(unit)) return undefined;
    }
    lines += countOmitted(reading);
  }
  return Math.max(1, lines);
}

function isFree({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'code' || type === 'thinking' || type === 'media';
}
