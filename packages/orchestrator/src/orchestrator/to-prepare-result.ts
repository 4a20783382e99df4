import { defined } from '@palimpsest/core-types';
import { modelCallsOf } from '../attempts/outcome.ts';
import type { RequestDecision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { Compression, PrepareResult, UnchangedReason } from './prepare-request.ts';
import { findFirstChangeSent, predictTokens } from './predict-tokens.ts';

export function toPrepareResult(decision: RequestDecision, context: PrepareContext): PrepareResult {
  const { given, candidate, compression, overflow, ingested, optimized, step, proposal } = decision;
  const { prices, ratio, budget } = context.call;
  // The tolerance makes 1290 × 1.1 give 1419 despite floating point.
  const asCounted = (tokens: number) => Math.ceil(tokens * ratio - 1e-6);
  const isScheduled = prices !== undefined && step !== undefined && proposal?.edits !== undefined;
  const request = {
    history: candidate.sent,
    pending: candidate.pending,
    tokensBefore: asCounted(given.tokens),
    tokensAfter: asCounted(candidate.tokens),
    budget,
    ...defined({
      firstChangedIndex: findFirstChangeSent(decision),
      background: decision.background?.kind,
      expected: predictTokens(decision, context),
      schedule: isScheduled
        ? { reason: step.reason, ...defined({ price: step.price }) }
        : undefined,
    }),
    attempts: compression?.attempts ?? [],
    modelCalls: modelCallsOf(compression),
    ingested,
    optimized,
  };
  const cause =
    compression !== undefined && 'cause' in compression ? compression.cause : decision.cause;
  if (overflow?.kind === 'overflow') {
    const { floor, error, steps } = overflow;
    return { ...request, kind: 'overflow', floor, error, steps, ...defined({ cause }) };
  }
  const done = compressionOf(decision);
  if (overflow !== undefined) {
    const { steps } = overflow;
    return { ...request, kind: 'truncated', steps, ...defined({ compression: done, cause }) };
  }
  if (compression?.kind === 'failed') {
    return { ...request, kind: 'failed', reason: compression.reason, cause: compression.cause };
  }
  if (done !== undefined) return { ...request, kind: 'compressed', compression: done };
  if (decision.cause !== undefined) {
    return { ...request, kind: 'failed', reason: 'permanent', cause: decision.cause };
  }
  if (ingested > 0 || optimized > 0) return { ...request, kind: 'optimized' };
  return { ...request, kind: 'unchanged', reason: reasonOf(decision) };
}

function compressionOf({ compression }: RequestDecision): Compression | undefined {
  if (compression?.kind !== 'applied') return undefined;
  const { strategy, reason, ineffective, result, cause } = compression;
  return { strategy, reason, ineffective, metadata: result.metadata, ...defined({ cause }) };
}

function reasonOf({
  noRewriteReason,
  compression,
  proposal,
  step,
  background,
}: RequestDecision): UnchangedReason {
  if (noRewriteReason !== undefined) return noRewriteReason;
  if (compression?.kind === 'skipped') return 'cooling-down';
  if (compression?.kind === 'noop') return compression.reason;
  if (step?.action === 'wait') return step.reason;
  if (proposal?.compression === 'stuck') return 'nothing-new';
  if (proposal?.compression === 'not-now') return 'not-now';
  if (background?.kind === 'started' || background?.kind === 'running') return 'in-background';
  return 'not-due';
}

/** Saves the content that a decision removes, before it is applied. Pending entries count, because the caller appends their changed form. */
export async function saveRemovedContent(
  decision: RequestDecision,
  { options, raw }: PrepareContext,
): Promise<void> {
  const { saveOriginals } = options;
  if (saveOriginals === undefined || findFirstChangeSent(decision) === undefined) return;
  const { given, candidate, compression, overflow } = decision;
  const editor = compression?.kind === 'applied' ? compression.strategy : 'optimize';
  await saveOriginals({
    before: [...raw, ...given.pending],
    after: [...candidate.raw, ...candidate.pending],
    by: overflow?.kind === 'fits' ? 'overflow' : editor,
  });
}
