import { entryInvariants, pairedCalls, type Violation } from './history-invariants.ts';
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
