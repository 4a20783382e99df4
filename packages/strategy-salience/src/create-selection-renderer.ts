import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '@palimpsest/history';
import type { Ranking } from '@palimpsest/salience';
import {
  findOmittedRuns,
  createGapEntry,
  countOmittedLines,
  type Run,
} from './find-omitted-runs.ts';
import { findPartitionPoint } from './find-partition-point.ts';
import type { Part } from './parts.ts';
import type { CallTarget } from './target-of-call.ts';
import { writeEntry, type Writing } from './write-entry.ts';

/** An entry that may be reduced, with its parts. */
export interface ReducibleEntry {
  readonly index: number;
  readonly parts: readonly OpenPart[];
}

export interface OpenPart extends Part {
  /** Index of its passage in the ranking. */
  readonly passage: number;
  /** Of a call: the target it always keeps. */
  readonly target: CallTarget | undefined;
  /** Of a call: whether all argument names stay. */
  readonly keepsNames: boolean;
  /** Of a result: its recall id. */
  readonly id: string | undefined;
}

export interface DraftRequest {
  readonly history: readonly IContent[];
  readonly open: readonly ReducibleEntry[];
  readonly ranking: Ranking;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Whether edits that save no tokens are made too, because nothing else can be removed. @default false */
  readonly takesTies?: boolean;
  /** Whether adjacent entries without content are merged into one marker. */
  readonly mergesOmitted: boolean;
}

/** Renders the reducible entries for any number of selected units, plus single extra units. */
export interface SelectionRenderer {
  /** Returns the tokens of all reducible entries. */
  readonly tokensAt: (taken: number) => Promise<number>;
  /** Returns the plan that changes the reducible entries. */
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
  readonly tokens: number;
  /** Tokens that the merge saves. */
  readonly saved: number;
}

/** Creates a renderer that rewrites an entry only if its selected units changed since the last call. */
export function createSelectionRenderer({
  history,
  open,
  ranking,
  countEntry,
  takesTies = false,
  mergesOmitted,
}: DraftRequest): SelectionRenderer {
  const { selectionRanks, board } = ranking;
  const sorted = open.map((entry) => placesOf(entry, ranking));
  const versions: (Version | undefined)[] = [];
  const folded: (Fold | undefined)[] = [];
  const extras = new Uint8Array(board.units);
  const positions = new Int32Array(board.passages.length);
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
    const written = writeEntry(
      before,
      parts.map(({ passage, ...part }): Writing => {
        const first = board.firstUnit[passage]!;
        return { ...part, isKept: (unit) => isKept(first + unit, taken) };
      }),
    );
    const lines = mergesOmitted
      ? countOmittedLines(before, open[position]!, (unit) => isKept(unit, taken), board.firstUnit)
      : undefined;
    const settle = (tokensBefore: number, tokens: number): Version => {
      const isLess = tokens < tokensBefore || (takesTies && tokens === tokensBefore);
      const version = isLess
        ? { kept, entry: written, tokens, lines }
        : { kept, entry: before, tokens: tokensBefore, lines };
      versions[position] = version;
      return version;
    };
    const given = countEntry(before);
    const now = countEntry(written);
    return typeof given === 'number' && typeof now === 'number'
      ? settle(given, now)
      : Promise.all([Promise.resolve(given), Promise.resolve(now)]).then((tokens) =>
          settle(...tokens),
        );
  }

  async function foldAt({ from, to, lines }: Run): Promise<Fold> {
    const known = folded[from];
    if (known?.to === to && known.lines === lines) return known;
    const entry = createGapEntry(history[open[from]!.index]!, lines);
    const tokens = await countEntry(entry);
    let before = 0;
    for (let position = from; position < to; position += 1) before += versions[position]!.tokens;
    const fold = { from, to, lines, entry, tokens, saved: before - tokens };
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
      versions[positions[board.passageOf[unit]!]!] = undefined;
    },
    clearExtras() {
      extras.fill(0);
      versions.length = 0;
    },
  };
}

function placesOf({ parts }: ReducibleEntry, { board, selectionRanks }: Ranking): Int32Array {
  const pieces = parts.map(({ passage }) =>
    selectionRanks.subarray(board.firstUnit[passage], board.firstUnit[passage + 1]),
  );
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const all = new Int32Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all.toSorted();
}
