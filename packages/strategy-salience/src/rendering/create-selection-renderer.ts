import {
  type ContentBlock,
  type IContent,
  formatGapMarker,
  parseGapMarker,
} from '@palimpsest/core-types';
import type { EditPlan } from '@palimpsest/history';
import type { Ranking } from '../ranking/rank.ts';
import { findPartitionPoint } from '../selection/find-partition-point.ts';
import type { SelectionInput } from '../selection/selection-input.ts';
import { countOmitted } from './render.ts';
import { type ReducibleEntry, type SelectedPart, writeEntry } from './write-entry.ts';

/** Renders the reducible entries for any number of selected units, plus single extra units. */
export interface SelectionRenderer {
  readonly tokensAt: (taken: number) => Promise<number>;
  readonly planAt: (taken: number) => Promise<EditPlan>;
  readonly isKept: (unit: number, taken: number) => boolean;
  /** Selects a unit regardless of its rank, or undoes that. */
  readonly setExtra: (unit: number, isExtra: boolean) => void;
  readonly clearExtras: () => void;
}

interface Version {
  readonly kept: number;
  readonly entry: IContent;
  readonly tokens: number;
  /** Lines that its gap marker counts; `undefined` if it keeps any content. */
  readonly lines: number | undefined;
}

/** A run with the entry that replaces it. */
interface Fold extends Run {
  readonly entry: IContent;
  /** Tokens that the merge saves. */
  readonly saved: number;
}

/**
 * Creates a renderer that rewrites an entry only if its selected units changed since the last call.
 *
 * @param takesTies whether edits that save no tokens are made too, because nothing else can be removed
 */
export function createSelectionRenderer(
  { history, tokens: tokensOf, countEntry, mergesOmitted }: SelectionInput,
  open: readonly ReducibleEntry[],
  ranking: Ranking,
  takesTies: boolean,
): SelectionRenderer {
  const { selectionRanks, unitIndex } = ranking;
  const sorted = open.map((entry) => ranksOf(entry, ranking));
  const versions: (Version | undefined)[] = [];
  const folded: (Fold | undefined)[] = [];
  const extras = new Uint8Array(unitIndex.units);
  const positions = new Int32Array(unitIndex.passages.length);
  for (const [position, { parts }] of open.entries()) {
    for (const { passage } of parts) positions[passage] = position;
  }
  const isKept = (unit: number, taken: number): boolean =>
    selectionRanks[unit]! < taken || extras[unit] === 1;

  /** Returns synchronously if the tokens are known: most entries do not change between calls. */
  function versionAt(position: number, taken: number): Promise<Version> | Version {
    const ascending = sorted[position]!;
    const kept = findPartitionPoint(ascending.length, (at) => ascending[at]! >= taken);
    const known = versions[position];
    if (known?.kept === kept) return known;
    const { index, parts } = open[position]!;
    const before = history[index]!;
    const selectedParts = parts.map((part): SelectedPart => {
      const first = unitIndex.firstUnit[part.passage]!;
      return { ...part, isKept: (unit) => isKept(first + unit, taken) };
    });
    const written = writeEntry(before, selectedParts, history[index - 1]);
    const lines = mergesOmitted ? countOmittedLines(before, selectedParts) : undefined;
    const tokensBefore = tokensOf[index]!;
    const settle = (tokens: number): Version => {
      const isLess = tokens < tokensBefore || (takesTies && tokens === tokensBefore);
      const version = isLess
        ? { kept, entry: written, tokens, lines }
        : { kept, entry: before, tokens: tokensBefore, lines };
      versions[position] = version;
      return version;
    };
    const tokens = countEntry(written);
    return typeof tokens === 'number' ? settle(tokens) : tokens.then(settle);
  }

  async function foldAt({ from, to, lines }: Run): Promise<Fold> {
    const known = folded[from];
    if (known?.to === to && known.lines === lines) return known;
    const text = formatGapMarker(lines);
    const entry: IContent = { ...history[open[from]!.index]!, blocks: [{ type: 'text', text }] };
    let before = 0;
    for (let position = from; position < to; position += 1) before += versions[position]!.tokens;
    const fold = { from, to, lines, entry, saved: before - (await countEntry(entry)) };
    folded[from] = fold;
    return fold;
  }

  const runs = (): Generator<Run> =>
    findOmittedRuns(history, open, (position) => versions[position]?.lines);

  return {
    isKept,
    async tokensAt(taken) {
      let tokens = 0;
      for (let position = 0; position < open.length; position += 1) {
        const version = versionAt(position, taken);
        tokens += 'tokens' in version ? version.tokens : (await version).tokens;
      }
      for (const run of runs()) tokens -= Math.max(0, (await foldAt(run)).saved);
      return tokens;
    },
    async planAt(taken) {
      const replacements = new Map<number, IContent>();
      const removals = new Set<number>();
      const merges = new Map<number, readonly number[]>();
      for (const [position, { index }] of open.entries()) {
        const { entry } = await versionAt(position, taken);
        if (entry !== history[index]) replacements.set(index, entry);
      }
      for (const run of runs()) {
        const { entry, saved, from, to } = await foldAt(run);
        if (saved <= 0) continue;
        const indices = open.slice(from, to).map(({ index }) => index);
        const [first, ...others] = indices;
        for (const index of others) {
          removals.add(index);
          replacements.delete(index);
        }
        replacements.set(first!, entry);
        merges.set(first!, indices);
      }
      return { removals, replacements, ...(merges.size === 0 ? {} : { merges }) };
    },
    setExtra(unit, isExtra) {
      extras[unit] = isExtra ? 1 : 0;
      versions[positions[unitIndex.passageOf[unit]!]!] = undefined;
    },
    clearExtras() {
      extras.fill(0);
      versions.length = 0;
    },
  };
}

/** Returns the sorted ranks of an entry's units. Passages between its parts stay whole, so their units have no rank. */
function ranksOf({ parts }: ReducibleEntry, { unitIndex, selectionRanks }: Ranking): Int32Array {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return new Int32Array();
  const { firstUnit } = unitIndex;
  return selectionRanks.subarray(firstUnit[first.passage], firstUnit[last.passage + 1]).toSorted();
}

/** Adjacent reducible entries without remaining content. Positions are those among the reducible entries. */
interface Run {
  readonly from: number;
  /** Position after the last. */
  readonly to: number;
  /** Number of their original lines. */
  readonly lines: number;
}

/** Yields runs of two or more entries. A run ends with the role it starts with, so that its neighbours still alternate. */
function* findOmittedRuns(
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
    let end = position;
    while (end > from + 1 && speakerAt(end - 1) !== speakerAt(from)) end -= 1;
    for (const [start, to] of [
      [from, end],
      [end, position],
    ] as const) {
      let lines = 0;
      for (let at = start; at < to; at += 1) lines += linesAt(at) ?? 0;
      if (to - start > 1) yield { from: start, to, lines };
    }
    from = isEmpty ? position : position + 1;
  }
}

/** Blocks that a gap marker can replace. */
const REPLACEABLE: ReadonlySet<ContentBlock['type']> = new Set([
  'text',
  'code',
  'thinking',
  'media',
]);

/** Returns the lines that a text-only entry's gap marker counts; `undefined` if the entry keeps any content. */
function countOmittedLines(
  { speaker, blocks }: IContent,
  selectedParts: readonly SelectedPart[],
): number | undefined {
  if (speaker !== 'ai' && speaker !== 'human') return undefined;
  let lines = 0;
  let markers = 0;
  for (const block of blocks) {
    const settled = block.type === 'text' ? parseGapMarker(block.text) : undefined;
    if (settled === undefined && !REPLACEABLE.has(block.type)) return undefined;
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
