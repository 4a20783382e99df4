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
  { compression, draft }: Decision,
  { call, state }: Ground,
): OrchestratorState['stuck'] {
  if (compression === undefined) {
    const { stuck } = state;
    // What is left now is what has to grow, whoever made it smaller.
    return stuck && { ...stuck, tokens: Math.min(stuck.tokens, draft.tokens) };
  }
  const { target, trigger } = call.lines;
  const isOver = draft.tokens >= trigger;
  const isStuck =
    compression.kind === 'noop' ||
    (compression.kind === 'applied' && (compression.ineffective || isOver));
  return isStuck ? { strategy: call.name, target, tokens: draft.tokens } : undefined;
}
