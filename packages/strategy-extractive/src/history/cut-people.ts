import type { EvictionCandidate } from '@palimpsest/history';
import { cutHumanText, isUseful, type HumanCut } from '@palimpsest/reductions';
import { rewriteText, withReferences } from './rewrite-text.ts';
import type { Shrinking } from './shrink-passages.ts';
import { toCandidate } from './steps.ts';
import { targetsOf, LONG_HUMAN_TEXT } from './targets.ts';
import type { ReductionContext } from './reduction-context.ts';

export interface PeopleCut {
  /** Applied in order, each to all texts. */
  readonly cuts: readonly HumanCut[];
  readonly of: 'long texts' | 'all texts' | 'first text';
}

/** Lists removals of lines from user text: cut by cut, oldest text first. */
export function* cutPeople(
  { ground, writings }: ReductionContext,
  { entries, given, round }: Shrinking,
  { cuts, of }: PeopleCut,
): Generator<EvictionCandidate> {
  const notes = { writings, round };
  const people = targetsOf(entries(), given, ground).targets.filter(
    ({ kind, place, result }) =>
      kind === 'people' &&
      result === undefined &&
      (of !== 'first text' || place === ground.firstHuman),
  );
  for (const cut of cuts) {
    for (const target of people) {
      // Only pasted data is removed from the newest user message.
      if (target.place === ground.newestHuman && cut.of !== 'data') continue;
      const isFirst = target.place === ground.firstHuman;
      const edit = rewriteText(
        target,
        (text) => {
          if (of === 'long texts' && text.length <= LONG_HUMAN_TEXT) return undefined;
          const shorter = cutHumanText(text, cut, { isFirst });
          return shorter !== undefined && isUseful(shorter, text) ? shorter : undefined;
        },
        notes,
      );
      yield toCandidate(withReferences(edit, target, notes));
    }
  }
}
