import { FILE_EXTENSIONS, NO_ABBREVIATIONS, STARTER_WORDS, STOP_WORDS, UNITS } from './common.ts';
import { emphasis } from './emphasis.ts';
import { fillers } from './fillers.ts';
import { once } from './once.ts';

/** Word lists, as bits. */
export const STOP_WORD = 1;
export const STARTER = 2;
export const OPENS_EMPHASIS = 4;
export const OPENS_FILLER = 8;
export const UNIT = 16;
export const STATUS = 32;
export const NO_ABBREVIATION = 64;
export const FILE_EXTENSION = 128;

/** Hash of the empty string. */
export const EMPTY_HASH: number = 0x811c9dc5 | 0;

/** Returns the hash after one more unit (FNV-1a), case-insensitive for ASCII. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ (unit | 0x20), 0x01000193);
}

const STATUSES = ['pass', 'fail', 'error', 'warning', 'warn'];

interface WordTable {
  /** Two slots per bucket. */
  readonly hashes: Int32Array;
  /** 0 if a slot is free. */
  readonly kinds: Uint8Array;
  /** Seed with which no bucket needs a third slot. */
  readonly turn: number;
}

const BUCKETS = 8192;

const table: () => WordTable = /* @__PURE__ */ once(createWordTable);

/** Returns the lists of a word by its hash. Equal hashes count as equal words; no two listed words have equal hashes. */
export function kindsOf(hash: number): number {
  const { hashes, kinds, turn } = table();
  const slot = bucketOf(hash, turn) << 1;
  const first = hashes[slot]! ^ hash;
  const second = hashes[slot + 1]! ^ hash;
  // Branch-free, because branches would be unpredictable. A mask is 0 for equal hashes, else -1.
  return (
    (kinds[slot]! & ~((first | -first) >> 31)) | (kinds[slot + 1]! & ~((second | -second) >> 31))
  );
}

function bucketOf(hash: number, turn: number): number {
  return Math.imul(hash, turn) >>> 19;
}

export function hashOf(units: ArrayLike<number>, start: number, end: number): number {
  let hash = EMPTY_HASH;
  for (let index = start; index < end; index++) hash = hashUnit(hash, units[index]!);
  return hash;
}

function createWordTable(): WordTable {
  const kindsByHash = new Map<number, number>();
  const lists: readonly (readonly [kind: number, words: Iterable<string>])[] = [
    [STOP_WORD, STOP_WORDS],
    [STARTER, STARTER_WORDS],
    [OPENS_EMPHASIS, emphasis().keys()],
    [OPENS_FILLER, fillers().keys()],
    [UNIT, UNITS],
    [STATUS, STATUSES],
    [NO_ABBREVIATION, NO_ABBREVIATIONS],
    [FILE_EXTENSION, FILE_EXTENSIONS],
  ];
  for (const [kind, list] of lists)
    for (const word of list)
      for (const form of [word, withCapital(word)]) {
        const units = form.split('').map((unit) => unit.charCodeAt(0));
        const hash = hashOf(units, 0, units.length);
        kindsByHash.set(hash, (kindsByHash.get(hash) ?? 0) | kind);
      }
  let turn = 0x9e3779b1;
  let found = tryTable(kindsByHash, turn);
  while (found === undefined) {
    turn += 2;
    found = tryTable(kindsByHash, turn);
  }
  return found;
}

function tryTable(kindsByHash: ReadonlyMap<number, number>, turn: number): WordTable | undefined {
  const hashes = new Int32Array(2 * BUCKETS);
  const kinds = new Uint8Array(2 * BUCKETS);
  for (const [hash, kind] of kindsByHash) {
    let slot = bucketOf(hash, turn) << 1;
    if (kinds[slot] !== 0) slot++;
    if (kinds[slot] !== 0) return undefined;
    hashes[slot] = hash;
    kinds[slot] = kind;
  }
  return { hashes, kinds, turn };
}

/** Returns the capitalized form. ASCII capitals are looked up in lower case; others need their own form. */
function withCapital(word: string): string {
  return word.charCodeAt(0) < 0x80 ? word : `${word[0]!.toUpperCase()}${word.slice(1)}`;
}
