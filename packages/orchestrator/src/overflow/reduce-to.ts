import {
  gapNote,
  isGapNote,
  type CompressionStrategy,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { indexExchanges, safeCuts, type HistoryPlan } from '@palimpsest/history';
import type { Ladder } from './ladder.ts';
import { blockTokens, entriesWith, type Payload, type ResultPayload } from './payloads.ts';
import { reduceTogether } from './reduce-together.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Originals } from './summarize-results.ts';

export interface Reducing {
  readonly strategy: CompressionStrategy;
  readonly ladder: Ladder;
  /** Says how to read what is shortened, where nothing does yet. */
  readonly note: IContent | undefined;
  /** Learns what the reduced results were. */
  readonly originals: Originals;
}

/** A plan that leaves results the lines that are needed most, `level` tokens each on the whole; `undefined` where none gets smaller. */
export async function reduceTo(
  level: number,
  results: readonly ResultPayload[],
  draft: RequestDraft,
  { strategy, ladder, note, originals }: Reducing,
): Promise<HistoryPlan | undefined> {
  const { estimateTokens, signal } = ladder;
  const reduction = { strategy, ladder, entries: draft.entries };
  const left = await reduceTogether(results, level * results.length, reduction);
  const reduced = new Map<Payload, ContentBlock>();
  for (const [payload, block] of left) {
    signal?.throwIfAborted();
    if ((await blockTokens(estimateTokens, block)) >= payload.tokens) continue;
    reduced.set(payload, block);
    originals.set(block, payload.response);
  }
  return reduced.size === 0 ? undefined : planWith(draft, entriesWith(draft, reduced), note);
}

/** Tells a model, once, how to read what was shortened; `undefined` where entries tell already. */
export function noteFor(
  entries: readonly IContent[],
  { originalId }: Pick<Ladder, 'originalId'>,
): IContent | undefined {
  for (const { blocks } of entries) {
    const [block] = blocks;
    if (block?.type === 'text' && isGapNote(block.text)) return undefined;
  }
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: gapNote({ canRecall: originalId !== undefined }) }],
    metadata: { synthetic: true, reason: 'gap-note' },
  };
}

/** The note stands in the history, before the first result it is about, and between exchanges. */
function planWith(
  { entries, pendingFrom }: RequestDraft,
  replacements: ReadonlyMap<number, IContent>,
  note: IContent | undefined,
): HistoryPlan {
  const plan = { removals: new Set<number>(), replacements };
  const [first] = replacements.keys();
  if (note === undefined || first === undefined) return plan;
  const at = safeCuts(indexExchanges(entries)).atOrBefore(Math.min(first, pendingFrom));
  const insertion = { entry: note, reason: 'notice' as const, sources: [...replacements.keys()] };
  return { ...plan, insertions: new Map([[at, insertion]]) };
}
