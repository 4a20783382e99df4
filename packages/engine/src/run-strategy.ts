import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyPlugin,
} from '@palimpsest/core-types';
import { assertInvariants } from '@palimpsest/history';
import { assertResult } from './assert-result.ts';
import { isDefined } from './run-definition.ts';
import { withDirectives } from './directives/with-directives.ts';

/** A strategy, and the rules that its result is judged by. */
export interface RunRequest {
  readonly strategy: CompressionStrategy;
  readonly humanText: StrategyPlugin['humanText'];
  readonly longHumanText?: StrategyPlugin['longHumanText'] | undefined;
  /** Whether to keep user directives verbatim: see `withDirectives`. */
  readonly pinDirectives: boolean;
}

/**
 * Runs a strategy on a repaired history, keeps user directives, and judges the result by the invariants, once. `compress()`, the orchestrator and
 * the adapters all run strategies here.
 *
 * @throws {CompressionExecutionError} when the strategy returns no result
 * @throws {CompressionStrategyError} when its result breaks an invariant; the errors of the strategy; the reason of `signal`
 */
export async function runStrategy(
  { strategy, humanText, longHumanText, pinDirectives }: RunRequest,
  context: CompressionContext,
): Promise<CompressionResult> {
  const { history, estimateTokens, pinned } = context;
  const { counted = { history, tokens: await estimateTokens(history) } } = context;
  const checked: CompressionStrategy = {
    ...strategyFacts(strategy),
    compress: async (given) => {
      // The signal may have aborted while tokens were counted.
      given.signal?.throwIfAborted();
      // A copy: another's strategy that changes its input must not change what its result is judged against.
      const own = isDefined(strategy) ? given.history : given.history.slice();
      const answer: unknown = await strategy.compress({ ...given, history: own });
      assertResult(answer, strategy.name);
      return answer;
    },
  };
  const result = await (pinDirectives ? withDirectives(checked) : checked).compress({
    ...context,
    counted,
  });
  if (result.kind === 'noop') return result;
  assertInvariants({
    strategy: strategy.name,
    humanText,
    longHumanText,
    before: history,
    result,
    tokensBefore: counted.tokens,
    tokensAfter: await estimateTokens(result.newHistory),
    pinned,
  });
  return result;
}

function strategyFacts({
  name,
  requiresLLM,
  trigger,
}: CompressionStrategy): Omit<CompressionStrategy, 'compress'> {
  return { name, requiresLLM, trigger };
}
