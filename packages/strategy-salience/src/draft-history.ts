import type { IContent } from '@palimpsest/core-types';
import type { Ranking } from '@palimpsest/salience';
import type { Part } from './parts.ts';
import type { CallSkeleton } from './skeleton.ts';
import { writeEntry, type Writing } from './write-entry.ts';

/** An entry that may be reduced, with its parts and where their passages stand. */
export interface OpenEntry {
  readonly index: number;
  readonly parts: readonly OpenPart[];
}

export interface OpenPart extends Part {
  /** Number of its passage. */
  readonly passage: number;
  readonly skeleton: CallSkeleton | undefined;
  readonly id: string | undefined;
}

export interface DraftOptions {
  readonly history: readonly IContent[];
  readonly open: readonly OpenEntry[];
  readonly ranking: Ranking;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
}

/** The history as it is when the first so many units of a ranking are kept. */
export interface HistoryDraft {
  /** Tokens of all open entries together. */
  readonly tokensAt: (taken: number) => Promise<number>;
  /** The open entries that change, by index: `undefined` where nothing is left of one. */
  readonly changesAt: (taken: number) => Promise<ReadonlyMap<number, IContent | undefined>>;
  /** Says that places were given anew. */
  readonly forget: () => void;
}

interface Version {
  readonly kept: number;
  readonly entry: IContent | undefined;
  readonly tokens: number;
}

/** Writes entries anew only where their kept units differ from those of the last time. */
export function draftHistory({ history, open, ranking, countEntry }: DraftOptions): HistoryDraft {
  const { places, board } = ranking;
  let sorted = open.map((entry) => placesOf(entry, ranking));
  let versions: (Version | undefined)[] = [];

  async function versionAt(position: number, taken: number): Promise<Version> {
    const kept = countBelow(sorted[position]!, taken);
    const known = versions[position];
    if (known?.kept === kept) return known;
    const { index, parts } = open[position]!;
    const before = history[index]!;
    const writings = parts.map((part): Writing => {
      const first = board.firstUnit[part.passage]!;
      return {
        block: part.block,
        reading: part.reading,
        isKept: (unit) => places[first + unit]! < taken,
        target: part.skeleton?.target,
        id: part.id,
      };
    });
    const written = writeEntry(before, writings);
    let version: Version;
    if (written === before) version = { kept, entry: before, tokens: await countEntry(before) };
    else {
      const tokens = written === undefined ? 0 : await countEntry(written);
      const tokensBefore = await countEntry(before);
      version =
        tokens < tokensBefore
          ? { kept, entry: written, tokens }
          : { kept, entry: before, tokens: tokensBefore };
    }
    versions[position] = version;
    return version;
  }
  return {
    async tokensAt(taken) {
      let tokens = 0;
      for (let position = 0; position < open.length; position += 1) {
        tokens += (await versionAt(position, taken)).tokens;
      }
      return tokens;
    },
    async changesAt(taken) {
      const changes = new Map<number, IContent | undefined>();
      for (const [position, { index }] of open.entries()) {
        const { entry } = await versionAt(position, taken);
        if (entry !== history[index]) changes.set(index, entry);
      }
      return changes;
    },
    forget() {
      versions = [];
      sorted = open.map((entry) => placesOf(entry, ranking));
    },
  };
}

function placesOf({ parts }: OpenEntry, { board, places }: Ranking): Int32Array {
  const found: number[] = [];
  for (const { passage } of parts) {
    for (let unit = board.firstUnit[passage]!; unit < board.firstUnit[passage + 1]!; unit += 1) {
      found.push(places[unit]!);
    }
  }
  return Int32Array.from(found).toSorted();
}

function countBelow(sorted: Int32Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

