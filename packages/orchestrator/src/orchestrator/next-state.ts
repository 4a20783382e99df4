import type { Decision } from './decide.ts';
import type { Ground } from './ground.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { Prepared } from './prepared.ts';
import { notApplied } from './schedule-edits.ts';

/** What is remembered once a decision is carried out. */
export function nextState(
  decision: Decision,
  outcome: Prepared,
  ground: Ground,
): OrchestratorState {
  const { state, call, request, at } = ground;
  const { draft, given, step } = decision;
  const { sent, growth } = state;
  const added = sent === undefined ? 0 : given.tokens - sent.tokens;
  const schedule =
    step === undefined
      ? state.schedule
      : step.action === 'apply' && outcome.firstChangedIndex === undefined
        ? notApplied(step, ground)
        : step.state;
  const stuck = stuckAfter(decision, ground);
  return {
    calls: state.calls + 1,
    schedule,
    growth: added > 0 ? { tokens: growth.tokens + added, calls: growth.calls + 1 } : growth,
    sent: {
      length: draft.sent.length + draft.pending.length,
      tokens: draft.tokens,
      beside: call.lines.beside,
      at,
      ...(request.model === undefined ? {} : { model: request.model }),
      ...(outcome.expected === undefined ? {} : { expected: outcome.expected }),
    },
    ...(stuck === undefined ? {} : { stuck }),
  };
}

function stuckAfter(
  { compression, draft, given, offer }: Decision,
  { call, state }: Ground,
): OrchestratorState['stuck'] {
  if (compression === undefined) {
    const { stuck } = state;
    // What is left now is what has to grow, whoever made it smaller.
    return stuck && { ...stuck, tokens: Math.min(stuck.tokens, draft.tokens) };
  }
  if (compression.kind !== 'noop' && compression.kind !== 'applied') return undefined;
  const { target, trigger } = call.lines;
  const { target: aim = target } = offer ?? {};
  const wasAhead = offer?.compression === 'early';
  // What comes for the sake of money has to get at least half of the way.
  const isShort = wasAhead && draft.tokens > (given.tokens + aim) / 2;
  const isOver = draft.tokens >= trigger;
  const isIneffective = compression.kind === 'noop' || compression.ineffective;
  if (!isShort && !isOver && !isIneffective) return undefined;
  return { strategy: call.name, target, settings: call.given, tokens: draft.tokens };
}
