import type { IContent } from '@palimpsest/core-types';
import type { CheckedResult, ResultInvariant } from '@palimpsest/history';
import { fencedCode } from '@palimpsest/text';
import type { TrialLaw } from '../invariant.ts';

/** Creates a law about the result of `compress`. */
export function ofCompress(law: ResultInvariant): TrialLaw {
  return {
    name: law.name,
    guarantee: law.guarantee,
    *find({ judged }) {
      if (judged !== undefined) yield* law.find(judged);
    },
  };
}

/** Creates a law about the result of `compress` and about the history that a plan of `optimize` leads to. */
export function ofEveryResult(law: ResultInvariant): TrialLaw {
  const made = ofCompress(law);
  return {
    ...made,
    *find(trial) {
      yield* made.find(trial);
      if (trial.optimized?.kind !== 'answered') return;
      for (const [index, message] of law.find(trial.optimized.result.judged)) {
        yield [index, `optimize: ${message}`];
      }
    },
  };
}

export interface ReducedEntry {
  /** 0-based index in the result. */
  readonly index: number;
  readonly old: IContent;
  readonly now: IContent;
}

/** Yields the reduced entries of a result: the old and the new entry. */
export function* reducedEntries({
  before,
  after,
  provenance,
}: CheckedResult): Generator<ReducedEntry> {
  for (const [index, { sources, reason }] of provenance.entries()) {
    const [source] = sources;
    if (reason !== 'reduced' || sources.length !== 1 || source === undefined) continue;
    const [old, now] = [before[source], after[index]];
    if (old !== undefined && now !== undefined && old !== now) yield { index, old, now };
  }
}

/** Returns the texts of an entry, and its code in fences, in order. */
export function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'code' ? [fencedCode(block.code, block.language)] : [];
  });
}
