import type { DroppedNotice, IContent } from '@palimpsest/core-types';
import { isGapMarker } from '../entries/human-text.ts';
import { previewPlan, type EditPlan } from './plan.ts';

export interface NoticeRequest {
  /** Entries of the preserved tail. */
  readonly newest: number;
  /** Returns an index for the notice, given that of the first removed entry. */
  readonly indexFor: (first: number) => number;
  readonly make: (notice: DroppedNotice) => IContent;
  /** Older notices to replace, with their counts of removed entries. */
  readonly replaces: ReadonlyMap<number, number>;
}

/**
 * Adds a dropped notice to a plan in place of the first entry that it removes, if it removes any. It counts what no other entry represents.
 */
export function withNotice(
  history: readonly IContent[],
  plan: EditPlan,
  { newest, indexFor, make, replaces }: NoticeRequest,
): EditPlan {
  const merged = new Set([...(plan.merges?.values() ?? [])].flat());
  const removed = [...plan.edits].flatMap(([at, entry]) => (entry === undefined ? at : []));
  if (removed.length === 0) return plan;
  const edits = new Map(plan.edits);
  for (const at of replaces.keys()) edits.set(at, undefined);
  const sources = [...new Set([...removed, ...replaces.keys()])]
    .filter((at) => !merged.has(at))
    .toSorted((a, b) => a - b);
  let dropped = 0;
  for (const at of sources) {
    if (!isGapMarker(history[at]!)) dropped += replaces.get(at) ?? 1;
  }
  const planWith = (entry: IContent): EditPlan => ({
    ...plan,
    edits,
    insertions: new Map([[indexFor(sources[0]!), { entry, reason: 'notice', sources }]]),
  });
  const draft = make({ dropped, newest, following: 0 });
  // Between two turns of the user, the notice needs no markers around it if it is a turn of the model.
  const [asUser, asModel] = (['human', 'ai'] as const).map((speaker) => {
    const entry: IContent = { ...draft, speaker };
    const after = previewPlan(history, planWith(entry));
    return { speaker, size: after.length, following: after.length - 1 - after.indexOf(entry) };
  });
  const { speaker, following } = asModel!.size < asUser!.size ? asModel! : asUser!;
  return planWith({ ...make({ dropped, newest, following }), speaker });
}
