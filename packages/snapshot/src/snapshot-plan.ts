import type { IContent } from '@palimpsest/core-types';
import { areSameRole, createRoleMark, type HistoryPlan, type Insertion } from '@palimpsest/history';

/**
 * Plans the snapshot in place of the first entry it stands for, with the agent's word behind it; the others go. Wherever two entries of the same
 * role would come to stand next to each other, a mark for what is removed there parts them.
 */
export function splitPlan(
  history: readonly IContent[],
  removed: readonly number[],
  snapshot: IContent,
  continuation: IContent,
): HistoryPlan {
  const [first = 0, ...others] = removed;
  const gone = new Set(others);
  const insertions = new Map<number, Insertion>();
  const insert = (at: number, entry: IContent): unknown =>
    insertions.set(at, { entry, sources: [], reason: 'notice' });
  const markFor = (hidden: readonly number[], speaker: IContent['speaker']): IContent =>
    createRoleMark(
      hidden.map((index) => history[index]!),
      speaker,
    );
  let before: IContent | undefined;
  let run: number[] = [];
  for (const [index, given] of history.entries()) {
    if (gone.has(index)) run.push(index);
    if (gone.has(index) || given.speaker === 'system') continue;
    if (index === first) {
      if (before !== undefined && areSameRole(before, snapshot)) {
        insert(first, markFor(removed, 'ai'));
      }
      insert(first + 1, continuation);
      before = continuation;
    } else if (before !== undefined && areSameRole(before, given)) {
      const last = run.at(-1);
      if (last !== undefined) insert(last + 1, markFor(run, isModel(given) ? 'human' : 'ai'));
      // Right behind the snapshot the model goes on by itself.
      else if (before === continuation) insertions.delete(first + 1);
    }
    if (index !== first) before = given;
    run = [];
  }
  return {
    removals: gone,
    replacements: new Map([[first, snapshot]]),
    merges: new Map([[first, removed]]),
    insertions,
  };
}

const isModel = ({ speaker }: IContent): boolean => speaker === 'ai';
