import type { IContent } from '@palimpsest/core-types';
import type { Ranking } from '@palimpsest/salience';
import { firstWhere } from './first-where.ts';
import type { Part } from './parts.ts';
import type { CallTarget } from './target-of-call.ts';
import { writeEntry, type Writing } from './write-entry.ts';

/** An entry that may be reduced, with its parts. */
export interface OpenEntry {
  readonly index: number;
  readonly parts: readonly OpenPart[];
}

export interface OpenPart extends Part {
  /** Number of its passage in the ranking. */
  readonly passage: number;
  /** Of a call: what it names in any case. */
  readonly target: CallTarget | undefined;
  /** Of a result: the id by which it can be recalled. */
  readonly id: string | undefined;
}

export interface DraftRequest {
  readonly history: readonly IContent[];
  readonly open: readonly OpenEntry[];
  readonly ranking: Ranking;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** What costs the same is taken as well: nothing else is left to give. @default false */
  readonly takesTies?: boolean;
}

/** The open entries as they are when the first so many units of a ranking are kept, and single ones beside them. */
export interface HistoryDraft {
  /** Tokens of all open entries together. */
  readonly tokensAt: (taken: number) => Promise<number>;
  /** The open entries that change, by index. */
  readonly changesAt: (taken: number) => Promise<ReadonlyMap<number, IContent>>;
  readonly isKept: (unit: number, taken: number) => boolean;
  /** Keeps a unit whatever its place, or no longer. */
  readonly setExtra: (unit: number, isExtra: boolean) => void;
  readonly clearExtras: () => void;
}

interface Version {
  readonly kept: number;
  readonly entry: IContent;
  readonly tokens: number;
}

/** Writes entries anew only where what is kept of them differs from the last time. */
export function draftHistory({
  history,
  open,
  ranking,
  countEntry,
  takesTies = false,
}: DraftRequest): HistoryDraft {
  const { places, board } = ranking;
  const sorted = open.map((entry) => placesOf(entry, ranking));
  const versions: (Version | undefined)[] = [];
  const extras = new Uint8Array(board.units);
  const positions = new Int32Array(board.passages.length);
  for (const [position, { parts }] of open.entries()) {
    for (const { passage } of parts) positions[passage] = position;
  }
  const isKept = (unit: number, taken: number): boolean =>
    places[unit]! < taken || extras[unit] === 1;

  /** Without waiting wherever tokens are known: for most entries nothing has changed since the last time. */
  function versionAt(position: number, taken: number): Promise<Version> | Version {
    const ascending = sorted[position]!;
    const kept = firstWhere(ascending.length, (at) => ascending[at]! >= taken);
    const known = versions[position];
    if (known?.kept === kept) return known;
    const { index, parts } = open[position]!;
    const before = history[index]!;
    const written = writeEntry(
      before,
      parts.map(({ block, reading, target, id, passage }): Writing => {
        const first = board.firstUnit[passage]!;
        return { block, reading, target, id, isKept: (unit) => isKept(first + unit, taken) };
      }),
    );
    const settle = (tokensBefore: number, tokens: number): Version => {
      const isLess = tokens < tokensBefore || (takesTies && tokens === tokensBefore);
      const version = isLess
        ? { kept, entry: written, tokens }
        : { kept, entry: before, tokens: tokensBefore };
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
  return {
    isKept,
    async tokensAt(taken) {
      let tokens = 0;
      for (let position = 0; position < open.length; position += 1) {
        const version = versionAt(position, taken);
        tokens += 'tokens' in version ? version.tokens : (await version).tokens;
      }
      return tokens;
    },
    async changesAt(taken) {
      const changes = new Map<number, IContent>();
      for (const [position, { index }] of open.entries()) {
        const { entry } = await versionAt(position, taken);
        if (entry !== history[index]) changes.set(index, entry);
      }
      return changes;
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

function placesOf({ parts }: OpenEntry, { board, places }: Ranking): Int32Array {
  const pieces = parts.map(({ passage }) =>
    places.subarray(board.firstUnit[passage], board.firstUnit[passage + 1]),
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
