import {
  gapNote,
  isGapNote,
  type CompressionStrategy,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { indexExchanges, plannedHistory, safeCuts, type HistoryPlan } from '@palimpsest/history';
import { findStrategy } from '../find-strategy.ts';
import { commonLevel } from './common-level.ts';
import type { Ladder, Rung, RungPlan } from './ladder.ts';
import {
  blockTokens,
  entriesWith,
  payloadsOf,
  type Payload,
  type ResultPayload,
} from './payloads.ts';
import { reduceTogether, type Reduction } from './reduce-together.ts';
import type { RequestDraft } from './request-draft.ts';
import { summarizeResults, type Originals } from './summarize-results.ts';

const STRATEGY = 'salience';

/** Below so many tokens nothing worth reading is left of a result. */
const LEAST_TOKENS = 80;

/** An estimator that does not add up over entries is asked for less so often. */
const MOST_ROUNDS = 4;

/**
 * The largest results are brought down to the lines that will be needed most, by `salience`, as far as if each went down to one common
 * level; where nobody registered it, to one line each.
 */
export const reduceResults =
  (originals: Originals): Rung =>
  async (draft, tokens, ladder) => {
    const strategy = findStrategy(ladder.strategies, STRATEGY);
    if (strategy === undefined) return await summarizeResults(originals)(draft, tokens, ladder);
    return await reduceToLevel(draft, tokens, ladder, { strategy, originals });
  };

async function reduceToLevel(
  draft: RequestDraft,
  tokens: number,
  ladder: Ladder,
  {
    strategy,
    originals,
  }: { readonly strategy: CompressionStrategy; readonly originals: Originals },
): Promise<RungPlan | undefined> {
  const { room, estimateTokens, signal } = ladder;
  const results = (await payloadsOf(draft, ladder)).filter(
    (payload) => payload.kind === 'result' && payload.tokens > LEAST_TOKENS,
  ) as ResultPayload[];
  const sizes = results.map((payload) => payload.tokens);
  const note = noteFor(draft, ladder);
  const reduction: Reduction = { strategy, ladder, entries: draft.entries };
  let needed = tokens - room + (note === undefined ? 0 : await estimateTokens([note]));
  let best: RungPlan | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const level = Math.max(LEAST_TOKENS, Math.floor(commonLevel(sizes, needed)));
    const largest = results.filter((payload) => payload.tokens > level);
    const reduced = new Map<Payload, ContentBlock>();
    const left = await reduceTogether(largest, level * largest.length, reduction);
    for (const [payload, block] of left) {
      signal?.throwIfAborted();
      if ((await blockTokens(estimateTokens, block)) >= payload.tokens) continue;
      reduced.set(payload, block);
      originals.set(block, payload.response);
    }
    if (reduced.size === 0) break;
    const plan = planWith(draft, entriesWith(draft, reduced), note);
    const after = await estimateTokens(plannedHistory(draft.entries, plan));
    if (best?.tokens === undefined || after < best.tokens) best = { plan, tokens: after };
    if (after <= room || level === LEAST_TOKENS) break;
    needed += (after - room) * 2 ** round;
  }
  return best;
}

/** Tells a model, once, how to read what was shortened. */
function noteFor({ entries }: RequestDraft, { originalId }: Ladder): IContent | undefined {
  const isThere = entries.some(
    ({ blocks: [block] }) => block?.type === 'text' && isGapNote(block.text),
  );
  if (isThere) return undefined;
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
