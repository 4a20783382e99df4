import { joinParagraphs, reductions, type Reduction } from '@palimpsest/reductions';
import type { Draft, Fate } from './draft.ts';
import type { Message } from './message.ts';
import type { Originals } from './originals.ts';
import { isNameable, passagesOf } from './passages.ts';
import type { Settings } from './read-options.ts';
import type { Asking, Candidates } from './summarizing.ts';

/** The messages of a call, and what is needed to change the oldest of them. */
export interface Oldest {
  readonly sources: readonly Message[];
  readonly originals: Originals;
  readonly settings: Settings;
  /** Index of the first message of the recency window. */
  readonly recencyStart: number;
}

const FATES: Readonly<Record<Reduction['kind'], Fate>> = {
  summary: 'compressed',
  'code-split': 'compressed',
  duplicate: 'deduped',
  'near-duplicate': 'fuzzy-deduped',
};

/**
 * Applies the reductions of the pipeline, oldest first, until enough tokens are saved.
 *
 * @returns the index after the last replaced message
 */
export function* reduceOldest(
  draft: Draft,
  { sources, originals, settings, recencyStart }: Oldest,
  isEnough: () => boolean,
): Asking<number> {
  const mayName = isNameable(sources);
  const provenance = (members: readonly number[]) =>
    originals.provenance(members[0]!, members.at(-1)! + 1);
  const proposals = reductions(passagesOf(sources, settings.preserve, recencyStart), {
    dedup: settings.dedup,
    nearDedup: settings.fuzzyDedup,
    nearThreshold: settings.fuzzyThreshold,
    recencyStart,
    prefix: 'cce:',
    ...(settings.embedSummaryId && { summaryId: (members) => provenance(members).summary_id }),
  });
  let touched = 0;
  for (const reduction of proposals) {
    if (isEnough()) break;
    const { kind, members, of } = reduction;
    if (of !== undefined && !mayName(of)) continue;
    const content = yield* contentFor(reduction);
    if (content === undefined) continue;
    const first = members[0]!;
    const end = members.at(-1)! + 1;
    const place = { first, end, content, fate: FATES[kind], provenance: provenance(members) };
    if (draft.replace(place)) touched = end;
  }
  return touched;
}

/** Returns the new content with the preferred summaries, or if they do not fit, with the fallback summaries. */
function* contentFor(reduction: Reduction): Asking<string | undefined> {
  const candidates: Candidates[] = [];
  for (const source of reduction.sources) candidates.push(yield source);
  const best = reduction.write(candidates.map(([first]) => first!));
  const paragraphs = best ?? reduction.write(candidates.map((summaries) => summaries.at(-1)!));
  return paragraphs === undefined ? undefined : joinParagraphs(paragraphs);
}
