import type { ScheduleStep } from '../economics/edit-schedule.ts';
import type { Decision } from './decide.ts';
import { expectedTokens } from './expected-tokens.ts';
import { firstChangeSent } from './first-change-sent.ts';
import type { Ground } from './ground.ts';
import type { Compression, Prepared, UnchangedReason } from './prepared.ts';

/** A decision in the caller's terms. */
export function toPrepared(decision: Decision, ground: Ground): Prepared {
  const { given, draft, compression, overflow, ingested, optimized, step, offer } = decision;
  const { call } = ground;
  const firstChangedIndex = firstChangeSent(decision);
  const expected = call.prices === undefined ? undefined : expectedTokens(decision, ground);
  // 1290 × 1.1 is 1419, although floating point says a little more.
  const asCounted = (tokens: number) => Math.ceil(tokens * call.ratio - 1e-6);
  const request = {
    history: draft.sent,
    pending: draft.pending,
    tokensBefore: asCounted(given.tokens),
    tokensAfter: asCounted(draft.tokens),
    budget: call.budget,
    ...(firstChangedIndex === undefined ? {} : { firstChangedIndex }),
    ...(expected === undefined ? {} : { expected }),
    ...(call.prices === undefined || step === undefined || offer?.edits === undefined
      ? {}
      : { schedule: scheduleOf(step) }),
    attempts: compression?.attempts ?? [],
    modelCalls: modelCallsOf(decision),
    ingested,
    optimized,
  };
  const done = overflow?.kind === 'cannot' ? undefined : compressionOf(decision);
  const cause = causeOf(decision);
  const truncation = {
    steps: overflow?.steps ?? [],
    ...(done === undefined ? {} : { compression: done }),
    ...(cause === undefined ? {} : { cause }),
  };
  if (overflow?.kind === 'cannot') {
    const { floor, error } = overflow;
    return { ...request, kind: 'cannot', floor, error, ...truncation };
  }
  if (overflow !== undefined) return { ...request, kind: 'truncated', ...truncation };
  if (compression?.kind === 'failed') {
    return { ...request, kind: 'failed', reason: compression.reason, cause: compression.cause };
  }
  if (decision.cause !== undefined && done === undefined) {
    return { ...request, kind: 'failed', reason: 'permanent', cause: decision.cause };
  }
  if (done !== undefined) return { ...request, kind: 'compressed', compression: done };
  if (ingested > 0 || optimized > 0) return { ...request, kind: 'optimized' };
  return { ...request, kind: 'unchanged', reason: reasonOf(decision) };
}

function modelCallsOf({ compression }: Decision): Prepared['modelCalls'] {
  if (compression === undefined || !('result' in compression)) return [];
  const { llmCalls, llmCallMade, usage } = compression.result.metadata;
  if (llmCalls !== undefined || !llmCallMade) return llmCalls ?? [];
  return [usage === undefined ? {} : { usage }];
}

function scheduleOf({ reason, price }: ScheduleStep): NonNullable<Prepared['schedule']> {
  return { reason, ...(price === undefined ? {} : { price }) };
}

/** What a strategy did, where its result is what will be sent. */
function compressionOf({ compression }: Decision): Compression | undefined {
  if (compression?.kind !== 'applied') return undefined;
  const { strategy, reason, ineffective, result } = compression;
  const cause = 'cause' in compression ? { cause: compression.cause } : {};
  return { strategy, reason, ineffective, metadata: result.metadata, ...cause };
}

function causeOf({ compression, cause: staleCause }: Decision): unknown {
  if (compression !== undefined && 'cause' in compression) return compression.cause;
  return staleCause;
}

function reasonOf({ held, compression, offer, step }: Decision): UnchangedReason {
  if (held !== undefined) return held;
  if (compression?.kind === 'skipped') return 'cooling-down';
  if (compression?.kind === 'noop') return compression.reason;
  if (step?.action === 'wait') return step.reason;
  if (offer?.compression === 'stuck') return 'nothing-new';
  if (offer?.compression === 'not-now') return 'not-now';
  return 'not-due';
}
