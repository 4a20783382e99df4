import type { CompressionStrategy, ToolResponseBlock } from '@palimpsest/core-types';
import { explainMarks, type EditPlan } from '@palimpsest/history';
import { explaining } from './explaining.ts';
import type { Ladder } from './ladder.ts';
import { blockTokens, entriesWith, type ResultPayload } from './payloads.ts';
import { reduceTogether } from './reduce-together.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Originals } from './summarize-results.ts';

export interface Reducing {
  readonly strategy: CompressionStrategy;
  readonly ladder: Ladder;
  /** Learns what the reduced results were. */
  readonly originals: Originals;
  /** Whether what stands before the draft explains marks already. @default false */
  readonly isExplained?: boolean;
}

/** A plan that leaves results the lines that are needed most, `level` tokens each on the whole; `undefined` where none gets smaller. */
export async function reduceTo(
  level: number,
  results: readonly ResultPayload[],
  draft: RequestDraft,
  { strategy, ladder, originals, isExplained = false }: Reducing,
): Promise<EditPlan | undefined> {
  const { estimateTokens, signal } = ladder;
  const reduction = { strategy, ladder, entries: draft.entries };
  const left = await reduceTogether(results, level * results.length, reduction);
  const reduced = new Map<ResultPayload, ToolResponseBlock>();
  for (const [payload, block] of left) {
    signal?.throwIfAborted();
    if ((await blockTokens(estimateTokens, block)) >= payload.tokens) continue;
    reduced.set(payload, block);
  }
  if (reduced.size === 0) return undefined;
  const decided = { removals: new Set<number>(), replacements: entriesWith(draft, reduced) };
  const plan = isExplained
    ? decided
    : explainMarks(draft.entries, decided, explaining(draft, ladder));
  // The explanation makes another block of the result it stands in.
  for (const { entry, block, response } of reduced.keys()) {
    originals.set(plan.replacements.get(entry)!.blocks[block] as ToolResponseBlock, response);
  }
  return plan;
}
