import {
  formatGapMarker,
  parseGapMarker,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { countOmitted } from './render.ts';
import type { ReducibleEntry, SelectedPart } from './write-entry.ts';

/** Adjacent reducible entries without remaining content. */
export interface Run {
  /** Position of the first among the reducible entries. */
  readonly from: number;
  /** Position after the last. */
  readonly to: number;
  /** Number of their original lines. */
  readonly lines: number;
}

/** Yields runs of two or more entries. A run ends with the role it starts with, so that its neighbours still alternate. */
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
    // After the last entry with the role of the first, all have the other role.
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

/** Returns the last position before `to` with the speaker of `from`. */
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

/** Replaces the first entry of a run by a gap marker for the whole run. */
export function createGapEntry(first: IContent, lines: number): IContent {
  return { ...first, blocks: [{ type: 'text', text: formatGapMarker(lines) }] };
}

/** Returns the lines that a text-only entry's gap marker counts; `undefined` if the entry keeps any content. */
export function countOmittedLines(
  { speaker, blocks }: IContent,
  selectedParts: readonly SelectedPart[],
): number | undefined {
  if (speaker !== 'ai' && speaker !== 'human') return undefined;
  let lines = 0;
  let markers = 0;
  for (const block of blocks) {
    const settled = block.type === 'text' ? parseGapMarker(block.text) : undefined;
    if (settled === undefined && !isReplaceableByMarker(block)) return undefined;
    if (settled === undefined) continue;
    markers += 1;
    lines += settled;
  }
  if (markers + selectedParts.length < blocks.length) return undefined;
  for (const { reading, isKept } of selectedParts) {
    for (let unit = 0; unit < reading.count; unit += 1) if (isKept(unit)) return undefined;
    lines += countOmitted(reading);
  }
  return Math.max(1, lines);
}

function isReplaceableByMarker({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'code' || type === 'thinking' || type === 'media';
}
