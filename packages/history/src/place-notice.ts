import type { DroppedNotice, IContent } from '@palimpsest/core-types';
import { findCarrier, putNote } from './carry-note.ts';
import { ownNoticeIn, withoutOwnNotice } from './dropped-notices.ts';
import type { HistoryPlan } from './plan.ts';
import { leaveMark, settleRoles } from './settle-roles.ts';

export interface NoticeRequest {
  /** Newest entries that stay whole. */
  readonly newest: number;
  /** Where it may stand, given the index of the first entry that goes. */
  readonly place: (index: number) => number;
  readonly make: (notice: DroppedNotice) => IContent;
  /** Older notices whose place the new one takes, with what they said is gone. */
  readonly replaces: ReadonlyMap<number, number>;
}

/**
 * Adds the notice to a plan that removes entries: in the user message that carried an older one, or in the nearest; where none may change, in
 * place of the first entries removed.
 */
export function placeNotice(
  history: readonly IContent[],
  plan: HistoryPlan,
  {
    newest,
    place,
    make,
    replaces,
    isFixed,
  }: NoticeRequest & { readonly isFixed: ((at: number) => boolean) | undefined },
): HistoryPlan {
  let dropped = plan.removals.size;
  for (const before of replaces.values()) dropped += before;
  const gone = new Set([...plan.removals, ...replaces.keys()]);
  const sources = [...gone].toSorted((a, b) => a - b);
  const first = sources[0]!;
  if (isFixed === undefined) return insertAt(place(first), { ...plan, removals: gone });
  const replacements = new Map(plan.replacements);
  let carrier: number | undefined;
  for (const [index, given] of history.entries()) {
    if (isFixed(index)) continue;
    const entry = replacements.get(index) ?? given;
    const own = ownNoticeIn(entry);
    if (own === undefined) continue;
    dropped += own.dropped;
    if (gone.has(index)) continue;
    replacements.set(index, withoutOwnNotice(entry));
    carrier ??= index;
  }
  const bare = { ...plan, removals: gone, replacements };
  const settled = settleRoles(history, bare, isFixed);
  const found =
    carrier === undefined
      ? findCarrier(history, settled, { first, isFixed })
      : { index: carrier, place: 'end' as const };
  function following(from: number, { removals, insertions }: HistoryPlan): number {
    let count = 0;
    for (let index = from; index < history.length; index += 1) {
      if (insertions?.has(index) === true && index > from) count += 1;
      if (!removals.has(index)) count += 1;
    }
    return count;
  }
  if (found !== undefined) {
    const entry = make({ dropped, newest, following: following(found.index + 1, settled) });
    return putNote(history, settled, { ...found, note: textOf(entry), sources });
  }
  const isGone = (index: number): boolean => gone.has(index) || settled.removals.has(index);
  let start = first;
  while (start > 0 && isGone(start - 1)) start -= 1;
  let end = first;
  while (isGone(end)) end += 1;
  const run = Array.from({ length: end - start }, (_, offset) => start + offset);
  const mark = run.find((index) => !settled.removals.has(index));
  if (mark !== undefined) {
    const { speaker } = settled.replacements.get(mark) ?? history[mark]!;
    const notice = make({ dropped, newest, following: following(mark + 1, settled) });
    const entry = { ...notice, speaker };
    return { ...settled, replacements: new Map(settled.replacements).set(mark, entry) };
  }
  const at = place(first);
  const before = roleAt(history, settled, at - 1, -1);
  const after = roleAt(history, settled, at, 1);
  // Between two turns of the user the model tells of it.
  if (before === 'user' && after === 'user') return insertAt(at, settled, 'ai');
  // A user message on one side only: a turn of the model has to part the notice from it.
  const isParted = (before === 'user') !== (after === 'user');
  const marked = isParted ? leaveMark(history, settled, run, 'ai') : undefined;
  if (marked === undefined) return insertAt(at, settled);
  return insertAt(before === 'user' ? marked.place + 1 : marked.place, marked.plan);

  function insertAt(index: number, base: HistoryPlan, speaker?: IContent['speaker']): HistoryPlan {
    const made = make({ dropped, newest, following: following(index, base) });
    const entry = speaker === undefined ? made : { ...made, speaker };
    return { ...base, insertions: new Map([[index, { entry, reason: 'notice', sources }]]) };
  }
}

/** The role of the nearest entry that stays, system entries aside. */
function roleAt(
  history: readonly IContent[],
  { removals }: HistoryPlan,
  from: number,
  step: 1 | -1,
): 'user' | 'model' | undefined {
  for (let index = from; index >= 0 && index < history.length; index += step) {
    const entry = history[index]!;
    if (removals.has(index) || entry.speaker === 'system') continue;
    return entry.speaker === 'ai' ? 'model' : 'user';
  }
  return undefined;
}

function textOf({ blocks }: IContent): string {
  const [block] = blocks;
  return block?.type === 'text' ? block.text : '';
}
