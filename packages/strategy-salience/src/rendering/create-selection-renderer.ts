import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '@palimpsest/history';
import type { Ranking } from '../ranking/rank.ts';
import {
  findOmittedRuns,
  createGapEntry,
  countOmittedLines,
  type Run,
} from './find-omitted-runs.ts';
import { findPartitionPoint } from '../selection/find-partition-point.ts';
import type { SelectionInput } from '../selection/selection-input.ts';
import { writeEntry, type ReducibleEntry, type SelectedPart } from './write-entry.ts';

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
    const entry = createGapEntry(history[open[from]!.index]!, lines);
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
