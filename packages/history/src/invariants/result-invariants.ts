import { CompressionStrategyError, type CompressionResult } from '@palimpsest/core-types';
import { createIsProtected, type EntryPredicate } from '../entries/blank.ts';
import { type Violation, entryInvariants, pairedCalls } from './history-invariants.ts';
import { lawOfVoice } from './law-of-voice.ts';
import { lawsOfBlocks } from './laws-of-blocks.ts';
import { lawsOfEntries } from './laws-of-entries.ts';
import type { CheckedResult, ResultInvariant } from './result-invariant.ts';

const wholeHistory: ResultInvariant = {
  name: 'law-1-whole-history',
  guarantee: 'What comes out is a history a provider accepts (laws 1, 4 and 9).',
  *find({ before, after }) {
    for (const { index, message } of pairedCalls.check(after)) yield [index, message];
    // The entries of the input are repaired, so only others are read.
    const known = new Set(before);
    const indices = [...after.keys()].filter((index) => !known.has(after[index]!));
    const others = indices.map((index) => after[index]!);
    for (const invariant of entryInvariants) {
      for (const { index, message } of invariant.check(others)) yield [indices[index]!, message];
    }
  },
};

const size: ResultInvariant = {
  name: 'law-5-size',
  guarantee:
    'The result is never larger than the input, and at the target or short of it by what it says.',
  *find({ tokensBefore, tokensAfter, targetTokens, shortfallTokens = 0 }) {
    if (tokensAfter > tokensBefore) yield [-1, `${tokensBefore} tokens became ${tokensAfter}`];
    if (targetTokens !== undefined && tokensAfter - targetTokens > shortfallTokens) {
      yield [
        -1,
        `${tokensAfter} tokens for a target of ${targetTokens}: metadata.shortfallTokens is ${shortfallTokens}, not ${tokensAfter - targetTokens}`,
      ];
    }
  },
};

const provenance: ResultInvariant = {
  name: 'law-8-provenance',
  guarantee:
    'Every entry that comes out names the entries it stands for, and what is kept is kept.',
  *find({ before, after, provenance: records }) {
    if (records.length === 0) return;
    if (records.length !== after.length) {
      yield [-1, `${records.length} provenance records for ${after.length} entries`];
    }
    for (const [index, { sources, reason }] of records.entries()) {
      let last = -1;
      for (const source of sources) {
        const isNext = Number.isInteger(source) && source > last && source < before.length;
        if (!isNext) yield [index, `source ${source} is no index behind ${last}`];
        last = source;
      }
      const isKept = sources.length === 1 && before[sources[0]!] === after[index];
      if (reason === 'kept' && !isKept) yield [index, 'the entry is said to be kept, and is not'];
    }
  },
};

export const resultInvariants: readonly ResultInvariant[] = [
  wholeHistory,
  ...lawsOfEntries,
  lawOfVoice,
  ...lawsOfBlocks,
  size,
  provenance,
];

/** Returns all violated invariants of a result. */
export function checkInvariants(result: CheckedResult): Violation[] {
  return resultInvariants.flatMap((law) =>
    Array.from(law.find(result), ([index, message]) => ({ law: law.name, index, message })),
  );
}

/** The result of a strategy, and the guarantees it is checked against. */
export interface InvariantInput extends Pick<
  CheckedResult,
  'before' | 'humanText' | 'longHumanText' | 'tokensBefore' | 'tokensAfter'
> {
  readonly strategy: string;
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** Returns whether an entry had to stay unchanged, in addition to system entries and entries with `metadata.pinned`. */
  readonly pinned?: EntryPredicate | undefined;
}

/**
 * Throws if a result violates an invariant. Takes the tail from `bottomPreserved`; the conformance kit checks whether that is correct.
 *
 * @throws {CompressionStrategyError} `LAW_BROKEN`, with the first violations and their entries
 */
export function assertInvariants({ strategy, result, pinned, ...given }: InvariantInput): void {
  const { provenance: records, targetTokens, shortfallTokens, bottomPreserved } = result.metadata;
  const broken = checkInvariants({
    ...given,
    after: result.newHistory,
    provenance: records ?? [],
    tailStart: bottomPreserved === undefined ? undefined : given.before.length - bottomPreserved,
    isProtected: createIsProtected(pinned),
    targetTokens,
    shortfallTokens,
  });
  if (broken.length === 0) return;
  const shown = broken
    .slice(0, 3)
    .map(({ law, index, message }) => `${law}${index < 0 ? '' : ` at entry ${index}`}: ${message}`);
  throw new CompressionStrategyError(
    `The result of "${strategy}" breaks ${broken.length} of the laws every compression keeps (${shown.join('; ')}). The messages were not changed; please report this to the author of the strategy.`,
    'LAW_BROKEN',
    { strategy },
  );
}
