import {
  createYieldToEventLoop,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type Services,
} from '@palimpsest/core-types';
import { createCheckedEstimator } from '../history/index.ts';
import { assertInvariants } from '../history/invariants/result-invariants.ts';
import { assertResult } from './assert-result.ts';
import { isEngineStrategy } from './run-definition.ts';
import { pinAgentEntries } from './pin-agent-entries.ts';
import { keepDirectives, type Compress } from './directives/keep-directives.ts';

/** A strategy, and what every run does around it. */
export interface RunRequest {
  readonly strategy: CompressionStrategy;
  /** Whether to keep user directives verbatim: see `keepDirectives`. */
  readonly pinDirectives: boolean;
  /** Finds the directives of a text. @default `findDirectives` of `@palimpsest/engine/directives` */
  readonly directives?: Services['directives'] | undefined;
  /** Knows the tools that write plans. @default the presets of `@palimpsest/engine/tools` */
  readonly toolTaxonomy?: Services['toolTaxonomy'] | undefined;
}

/** The result of a run, and the tokens of its history as counted by the engine. */
interface Run {
  readonly result: CompressionResult;
  /** Absent for a no-op. */
  readonly tokensAfter?: number;
}

/**
 * Runs a strategy on a repaired history: `compress()`, the orchestrator and the adapters all run strategies here. Pins the agent's newest plan
 * and its unanswered calls, and checks the result against the invariants. With `pinDirectives`, keeps user directives; only then, the strategy
 * may run a second time: see `keepDirectives`.
 *
 * @throws {CompressionExecutionError} when the strategy returns no result
 * @throws {CompressionStrategyError} when its result breaks an invariant; the errors of the strategy; the reason of `signal`
 */
export async function runStrategy(request: RunRequest, given: CompressionContext): Promise<Run> {
  const { strategy } = request;
  const { history } = given;
  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const counted =
    given.counted?.history === history
      ? given.counted
      : { history, tokens: await estimateTokens(history) };
  const taxonomy = given.services?.toolTaxonomy ?? request.toolTaxonomy;
  const { yieldToEventLoop = createYieldToEventLoop(given.signal) } = given;
  const own = { ...given, estimateTokens, counted, yieldToEventLoop };
  const context = strategy.writesRecord === true ? own : await pinAgentEntries(own, taxonomy);
  const compress: Compress = async (next) => {
    // The signal may have aborted while tokens were counted.
    next.signal?.throwIfAborted();
    // A copy: a strategy that changes its input must not change the history that its result is checked against.
    const input = isEngineStrategy(strategy) ? next.history : next.history.slice();
    const answer: unknown = await strategy.compress({ ...next, history: input });
    assertResult(answer, strategy.name);
    return answer;
  };
  const result = request.pinDirectives
    ? await keepDirectives(context, strategy, compress, request.directives)
    : await compress(context);
  await yieldToEventLoop();
  if (result.kind === 'noop') return { result };
  const tokensAfter = await estimateTokens(result.newHistory);
  await yieldToEventLoop();
  await assertInvariants({
    yieldToEventLoop,
    strategy: strategy.name,
    before: history,
    result,
    tokensBefore: counted.tokens,
    tokensAfter,
    // A plugin of a host may know only what the host pins.
    pinned: isEngineStrategy(strategy) ? context.pinned : given.pinned,
  });
  return { result, tokensAfter };
}
