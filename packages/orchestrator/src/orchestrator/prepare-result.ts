import { ceilShare } from '@palimpsest/engine/tokens';
import { defined } from '@palimpsest/core-types';
import { causeOf, modelCallsOf } from '../attempts/outcome.ts';
import type { Decision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { Compression, PrepareResult } from './prepare-request.ts';
import { findFirstChangeSent, predictTokens } from './predict-tokens.ts';

/** Reports a decision to the host. */
export function toPrepareResult(decision: Decision, context: PrepareContext): PrepareResult {
  const { given, candidate, compression, overflow, ingested, optimized } = decision;
  const { providerTokensPerEstimated, budget } = context.call;
  const asCounted = (tokens: number) => ceilShare(providerTokensPerEstimated, tokens);
  const firstChangedIndex = findFirstChangeSent(decision);
  const cause = causeOf(compression) ?? decision.optimizeError;
  const request = {
    history: candidate.history,
    pending: candidate.pending,
    tokensBefore: asCounted(given.tokens),
    tokensAfter: asCounted(candidate.tokens),
    budget,
    attempts: compression?.attempts ?? [],
    modelCalls: modelCallsOf(compression),
    ingested,
    optimized,
    steps: overflow?.steps ?? [],
    ...defined({
      firstChangedIndex,
      compression: compressionOf(decision),
      background: decision.job?.kind,
      expected: predictTokens(decision, context),
      cause,
    }),
  };
  if (overflow?.error !== undefined) {
    return { ...request, kind: 'overflow', error: overflow.error };
  }
  if (overflow === undefined) {
    if (compression?.kind === 'failed') {
      return { ...request, kind: 'failed', reason: compression.reason, cause };
    }
    // Stale content could not be removed, and nothing was compressed.
    if (decision.optimizeError !== undefined && compression?.kind !== 'applied') {
      return { ...request, kind: 'failed', reason: 'permanent', cause };
    }
  }
  if (firstChangedIndex !== undefined) return { ...request, kind: 'compressed' };
  return { ...request, kind: 'unchanged', reason: decision.reason };
}

function compressionOf({ compression, overflow }: Decision): Compression | undefined {
  if (compression?.kind !== 'applied' || overflow?.error !== undefined) return undefined;
  const { strategy, reason, ineffective, result, cause } = compression;
  return { strategy, reason, ineffective, metadata: result.metadata, ...defined({ cause }) };
}

/** Saves the content that a decision removes, before it is applied. Pending entries count, because the caller appends their changed form. */
export async function saveRemovedContent(
  decision: Decision,
  { options, raw }: PrepareContext,
): Promise<void> {
  const { saveOriginals } = options;
  if (saveOriginals === undefined || findFirstChangeSent(decision) === undefined) return;
  const { given, candidate, compression, overflow } = decision;
  const editor = compression?.kind === 'applied' ? compression.strategy : 'optimize';
  await saveOriginals({
    before: [...raw, ...given.pending],
    after: [...historyAfter(decision, raw), ...candidate.pending],
    by: overflow === undefined ? editor : 'overflow',
  });
}

/** Returns the history to store after a decision. If no entry changed, the raw one, so that its blank entries are not removed without need. */
export function historyAfter(
  { given, candidate }: Decision,
  raw: PrepareContext['raw'],
): PrepareContext['raw'] {
  return candidate.history === given.history ? raw : candidate.history;
}
