import type { IContent } from '@palimpsest/core-types';
import type { CheckedResult, ResultInvariant } from '@palimpsest/history';
import { fencedCode } from '@palimpsest/text';
import type { TrialLaw } from '../invariant.ts';

/** A law about what `compress` makes of a history. */
export function ofCompress(law: ResultInvariant): TrialLaw {
  return {
    name: law.name,
    guarantee: law.guarantee,
    *find({ judged }) {
      if (judged !== undefined) yield* law.find(judged);
    },
  };
}

/** A law about what comes of a history, whether `compress` made it or `optimize` planned it. */
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
  /** Where it stands in the result. */
  readonly index: number;
  readonly old: IContent;
  readonly now: IContent;
}

/** Entries of which something is left: what they were, and what they are. */
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

/** What an entry says in words: its texts, and its code in fences, in their order. */
export function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'code' ? [fencedCode(block.code, block.language)] : [];
  });
}
