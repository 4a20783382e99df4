import {
  formatMarkerLegend,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { previewPlan } from '@palimpsest/history';
import { findStrategy } from '../find-strategy.ts';
import { commonLevel } from './common-level.ts';
import { explainsMarks } from './explains-marks.ts';
import type { Ladder, Rung, RungPlan } from './ladder.ts';
import { payloadsOf, type ResultPayload } from './payloads.ts';
import { reduceTo } from './reduce-to.ts';
import type { RequestDraft } from './request-draft.ts';
import { summarizeResults, type Originals } from './summarize-results.ts';

/** Who knows which lines of a result are needed most. */
export const REDUCER = 'salience';

/** Below so many tokens nothing worth reading is left of a result. */
const LEAST_TOKENS = 80;

/** What the explanation of marks adds, where it is not there yet. */
const NOTE: IContent = { speaker: 'human', blocks: [{ type: 'text', text: formatMarkerLegend() }] };

/** An estimator that does not add up over entries is asked for less so often. */
const MOST_ROUNDS = 4;

/**
 * The largest results are brought down to the lines that will be needed most, by `salience`, as far as if each went down to one common
 * level; where nobody registered it, to one line each.
 */
export const reduceResults =
  (originals: Originals): Rung =>
  async (draft, tokens, ladder) => {
    const strategy = findStrategy(ladder.strategies, REDUCER);
    if (strategy === undefined) return await summarizeResults(originals)(draft, tokens, ladder);
    return await reduceToLevel(draft, tokens, ladder, { strategy, originals });
  };

/** Results of more than so many tokens, largest first. */
export async function largeResults(
  draft: RequestDraft,
  ladder: Ladder,
  tokens: number,
): Promise<ResultPayload[]> {
  const payloads = await payloadsOf(draft, ladder);
  return payloads.filter(
    (payload): payload is ResultPayload => payload.kind === 'result' && payload.tokens > tokens,
  );
}

async function reduceToLevel(
  draft: RequestDraft,
  tokens: number,
  ladder: Ladder,
  {
    strategy,
    originals,
  }: { readonly strategy: CompressionStrategy; readonly originals: Originals },
): Promise<RungPlan | undefined> {
  const { room, estimateTokens } = ladder;
  const results = await largeResults(draft, ladder, LEAST_TOKENS);
  const sizes = results.map((payload) => payload.tokens);
  const reducing = { strategy, ladder, originals };
  const isExplained = draft.entries.some(explainsMarks);
  let needed = tokens - room + (isExplained ? 0 : await estimateTokens([NOTE]));
  let best: RungPlan | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const level = Math.max(LEAST_TOKENS, Math.floor(commonLevel(sizes, needed)));
    const largest = results.filter((payload) => payload.tokens > level);
    const plan = await reduceTo(level, largest, draft, reducing);
    if (plan === undefined) break;
    const after = await estimateTokens(previewPlan(draft.entries, plan));
    if (best?.tokens === undefined || after < best.tokens) best = { plan, tokens: after };
    if (after <= room || level === LEAST_TOKENS) break;
    needed += (after - room) * 2 ** round;
  }
  return best;
}
