import type { Attributes } from '@opentelemetry/api';
import type { Prepared } from '../orchestrator/prepared.ts';
import { errorType } from './error-facts.ts';
import { known, named, type Facts } from './facts.ts';
import type { Instruments } from './instruments.ts';
import { modelCallsOf } from './model-calls.ts';
import { compressionOf, reasonOf } from './outcome-facts.ts';

/** What tells outcomes apart where they are counted: each differs in few ways only. */
export function outcomeLabels(outcome: Prepared, strategy: string): Facts {
  const by = compressionOf(outcome)?.strategy;
  return known({
    'palimpsest.outcome': outcome.kind,
    'palimpsest.strategy': named(strategy),
    'palimpsest.compression.strategy': by === undefined ? undefined : named(by),
    'error.type': outcome.kind === 'cannot' ? errorType(outcome.error) : undefined,
  });
}

export function measureOutcome(
  instruments: Instruments,
  {
    outcome,
    labels,
    seconds,
  }: {
    readonly outcome: Prepared;
    readonly labels: Attributes;
    readonly seconds: number;
  },
): void {
  const { tokensBefore, tokensAfter } = outcome;
  instruments.duration.record(seconds, labels);
  instruments.outcomes.add(1, {
    ...labels,
    ...known({ 'palimpsest.reason': reasonOf(outcome) }),
  });
  instruments.tokensBefore.record(tokensBefore, labels);
  instruments.tokensAfter.record(tokensAfter, labels);
  if (tokensAfter < tokensBefore) instruments.tokensSaved.add(tokensBefore - tokensAfter, labels);
  const { count, tokens } = modelCallsOf(outcome);
  if (count > 0) instruments.modelCalls.add(count, labels);
  if (tokens === undefined) return;
  for (const type of ['input', 'output'] as const) {
    instruments.modelTokens.add(tokens[type], { ...labels, 'gen_ai.token.type': type });
  }
}
