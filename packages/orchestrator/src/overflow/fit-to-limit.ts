import { defined, type IContent } from '@palimpsest/core-types';
import {
  countParts,
  createIsProtected,
  findFirstChange,
  repairHistory,
} from '@palimpsest/engine/history';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { causeOf } from '../attempts/outcome.ts';
import { ContextOverflowError, type IrreducibleTokens } from '../budget/budget-errors.ts';
import { createCompressionContext } from '../orchestrator/compress.ts';
import type { Decision } from '../orchestrator/decide-request.ts';
import type { Candidate, PrepareContext } from '../orchestrator/prepare-context.ts';
import { checkedStrategy } from '../strategy-source.ts';
import { createOverflowStrategy, type OverflowStep } from './overflow-strategy.ts';
import { findReducer } from './reduce-results.ts';

/** What was done about a request over the limit. */
export interface Overflow {
  readonly steps: readonly OverflowStep[];
  /** Present if the request cannot fit. */
  readonly error?: ContextOverflowError;
}

interface Fitted extends Candidate {
  readonly steps: readonly OverflowStep[];
}

/**
 * Forces a request under the limit without a model. It goes down to the trigger if possible: just below the limit, the next request would
 * exceed it again, and every call would rewrite the cache. A request that cannot fit stays as the host gave it.
 */
export async function fitToLimit(decision: Decision, context: PrepareContext): Promise<Decision> {
  const { candidate } = decision;
  const { limit, trigger, overhead } = context.call.thresholds;
  if (candidate.tokens <= limit) return decision;
  const entries = [...candidate.history, ...candidate.pending];
  // Estimates of single entries may add up to more than the estimate of the whole.
  const tokens = overhead + (await context.estimateTokens(entries));
  const whole = { ...candidate, tokens };
  if (tokens <= limit) return { ...decision, candidate: whole };
  let fitted = await runOverflow(whole, { target: trigger, keepsDirectives: true }, context);
  // What cannot go down to the trigger goes down to the limit; directives are given up only if nothing else is left.
  const keepsDirectives = fitted.tokens <= limit;
  if (fitted.tokens > trigger)
    fitted = await runOverflow(whole, { target: limit, keepsDirectives }, context);
  if (fitted.tokens <= limit) {
    const { steps, ...after } = fitted;
    return { ...decision, candidate: after, overflow: { steps } };
  }
  const { given, compression } = decision;
  const error = await toError(fitted, causeOf(compression), context);
  const overflow = { steps: fitted.steps, error };
  return { ...decision, candidate: given, ingested: 0, optimized: 0, overflow };
}

/** Runs the overflow strategy on the history and the pending entries together, so that exchanges across the border stay whole. */
async function runOverflow(
  { history, pending, tokens }: Candidate,
  run: { readonly target: number; readonly keepsDirectives: boolean },
  context: PrepareContext,
): Promise<Fitted> {
  const { options, call } = context;
  const { strategies, taxonomy = defaultToolTaxonomy } = options;
  const steps = new Set<OverflowStep>();
  const { history: entries, origins } = repairHistory([...history, ...pending]);
  // By index: an entry may be in both lists, and a repair makes new objects.
  const pendingFrom = firstOrEnd(entries, (_entry, at) => (origins?.[at] ?? at) >= history.length);
  const reducer = findReducer(strategies);
  const strategy = createOverflowStrategy({ reducer, taxonomy, pendingFrom, steps });
  const all = { history: entries, pending: [], tokens };
  const input = await createCompressionContext(all, run.target, context);
  const checked = checkedStrategy(strategies, strategy, call.pinDirectives);
  const result = await (run.keepsDirectives ? checked : strategy).compress(input);
  if (result.kind === 'noop') return { history, pending, tokens, steps: [] };
  const { newHistory, metadata } = result;
  const { provenance = [] } = metadata;
  const end = firstOrEnd(newHistory, (_entry, at) =>
    (provenance[at]?.sources ?? []).some((source) => source >= pendingFrom),
  );
  return {
    history: sameOr(history, newHistory.slice(0, end)),
    pending: sameOr(pending, newHistory.slice(end)),
    tokens: call.thresholds.overhead + (await context.estimateTokens(newHistory)),
    steps: [...steps],
  };
}

/** Returns the error of a request that cannot fit, with its irreducible tokens. */
async function toError(
  { history, pending, tokens }: Fitted,
  cause: unknown,
  { request, call, options, estimateTokens }: PrepareContext,
): Promise<ContextOverflowError> {
  const { system = 0, tools = 0 } = request.overhead ?? {};
  const isProtected = createIsProtected(options.pinned);
  const parts = await countParts(
    [...history, ...pending],
    ['system', 'pinned', 'tail', 'pending'] as const,
    {
      estimateTokens,
      partOf(entry, at) {
        if (entry.speaker === 'system') return 'system';
        if (at >= history.length) return 'pending';
        return isProtected(entry) ? 'pinned' : 'tail';
      },
    },
  );
  const floor: IrreducibleTokens = { ...parts, system: system + parts.system, tools };
  const { maxOutputTokens } = call.budget;
  const details = { tokens, limit: call.thresholds.limit, floor, maxOutputTokens };
  return new ContextOverflowError({ ...details, ...defined({ cause }) });
}

/** Returns the first index that passes the test; the length without one. */
function firstOrEnd(
  entries: readonly IContent[],
  passes: (entry: IContent, at: number) => boolean,
): number {
  const first = entries.findIndex(passes);
  return first < 0 ? entries.length : first;
}

function sameOr(given: readonly IContent[], now: readonly IContent[]): readonly IContent[] {
  return findFirstChange(given, now) === undefined ? given : now;
}
