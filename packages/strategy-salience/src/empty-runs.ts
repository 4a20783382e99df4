import {
  gapMarker,
  parseGapMarker,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { leftOut } from '@palimpsest/salience';
import type { OpenEntry } from './draft-history.ts';

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
 * Runs of two or more, one after another. A run ends with the speaker it begins with, so that its neighbours stay next to the role they stood
 * next to; what is empty behind it begins the next one.
 */
export function* emptyRuns(
  open: readonly OpenEntry[],
  linesAt: (position: number) => number | undefined,
  speakerAt: (position: number) => IContent['speaker'],
): Generator<Run> {
  for (let from = 0; from < open.length;) {
    if (linesAt(from) === undefined) {
      from += 1;
      continue;
    }
    let to = from + 1;
    let lines = linesAt(from)!;
    /** Lines of the entries behind the run that may still become part of it. */
    let waiting = 0;
    for (let position = to; position < open.length; position += 1) {
      const own = linesAt(position);
      if (own === undefined || open[position]!.index !== open[position - 1]!.index + 1) break;
      waiting += own;
      if (speakerAt(position) !== speakerAt(from)) continue;
      lines += waiting;
      waiting = 0;
      to = position + 1;
    }
    if (to - from > 1) yield { from, to, lines };
    from = to;
  }
}

/** The first of a run, as a mark for all of it. */
export function foldedEntry(first: IContent, lines: number): IContent {
  return { ...first, blocks: [{ type: 'text', text: gapMarker(lines) }] };
}

/** Lines that an entry which only says something would be a mark for; `undefined` where something of it is kept. */
export function linesNotKept(
  { speaker, blocks }: IContent,
  { parts }: OpenEntry,
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
    lines += leftOut(reading);
  }
  return Math.max(1, lines);
}

function isFree({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'code' || type === 'thinking' || type === 'media';
}
