import type {
  CompressionContext,
  CompressionStrategy,
  HumanTextPolicy,
  IContent,
} from '@palimpsest/core-types';
import { toEphemeralAccessors } from '@palimpsest/factory/settings';
import { assertInvariants, repairHistory } from '@palimpsest/history';
import { keepDirectives } from '../pinning/keep-directives.ts';
import { compressReliably } from '../attempts/compress-reliably.ts';
import type { CompressionOutcome } from '../attempts/outcome.ts';
import type { StrategySource } from '../strategy-source.ts';
import type { Draft } from './draft.ts';
import type { Ground } from './ground.ts';
import { measured, pendingTokensOf } from './measure-draft.ts';

export interface CompressedDraft {
  readonly outcome: CompressionOutcome;
  /** Where something was compressed. */
  readonly draft?: Draft;
}

/** Where it should end, in tokens of the whole request, and by whom. */
export interface Compressing {
  readonly target: number;
  readonly name: string;
  readonly fallback: string | false;
}

/** Has a draft's history compressed by the chosen strategy, or by whoever takes over. */
export async function compressDraft(
  draft: Draft,
  { target, name, fallback }: Compressing,
  ground: Ground,
): Promise<CompressedDraft> {
  const { options, request, breaker, tell } = ground;
  // A rest is for models: who needs none may be asked at once.
  const needsModel = options.strategies.resolve(name).requiresLLM;
  const { history } = repairHistory(draft.sent.slice());
  const context = await contextFor({ ...draft, history, target }, ground);
  const outcome = await compressReliably(context, {
    ...options.attempts,
    strategies: lawfulStrategies(ground),
    name,
    fallback,
    fallBackOn: 'any',
    ...(needsModel ? { breaker } : {}),
    bypassBreaker: request.force === true,
    onEvent: tell,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  if (outcome.kind !== 'applied') return { outcome };
  const sent = outcome.result.newHistory;
  return { outcome, draft: await measured({ raw: sent, sent, pending: draft.pending }, ground) };
}

async function contextFor(
  draft: Draft & { readonly history: readonly IContent[]; readonly target: number },
  ground: Ground,
): Promise<CompressionContext> {
  const { options, settings, request, call } = ground;
  const { lines, budget, strategy } = call;
  const pending = await pendingTokensOf(draft.pending, ground);
  const { resolveProvider, resolvePrompt, pinned, originalId, logger } = options;
  const { activeTodos, transcriptPath, signal } = request;
  return {
    history: draft.history,
    estimateTokens: ground.estimateTokens,
    currentTokenCount: Math.round(draft.tokens - lines.beside - pending),
    targetTokens: historyTarget(draft.target - lines.beside, pending),
    triggerTokens: Math.floor(lines.trigger - lines.beside),
    completionBudget: budget.completionReserve,
    runtimeContext: { ephemerals: toEphemeralAccessors(settings, () => strategy) },
    settings: settings.explicitValues(),
    compressionVerification: call.verification,
    ...(pinned === undefined ? {} : { pinned }),
    ...(originalId === undefined ? {} : { originalId }),
    ...(resolveProvider === undefined ? {} : { resolveProvider }),
    ...(resolvePrompt === undefined ? {} : { resolvePrompt }),
    ...(activeTodos === undefined ? {} : { activeTodos }),
    ...(transcriptPath === undefined ? {} : { transcriptPath }),
    ...(signal === undefined ? {} : { signal }),
    ...(logger === undefined ? {} : { logger }),
  };
}

/**
 * What is pending takes its part of the target, but not more than half: a history is not given up for one large result, which can be
 * reduced itself.
 */
function historyTarget(target: number, pending: number): number {
  return Math.max(1, Math.floor(Math.max(target - pending, target / 2)));
}

/** The strategies, each keeping what people demanded, with its results held against the laws: what breaks one counts as failed. */
function lawfulStrategies({ options, call }: Ground): StrategySource {
  const { strategies } = options;
  return {
    resolve: (name) => {
      const strategy = strategies.resolve(name);
      const plugin = strategies.plugins?.().find((one) => one.name === name);
      const keeping = call.pinDirectives ? keepDirectives(strategy) : strategy;
      return lawful(keeping, plugin ?? { humanText: 'eligible' });
    },
  };
}

function lawful(
  strategy: CompressionStrategy,
  { humanText, longHumanText }: { humanText: HumanTextPolicy; longHumanText?: number },
): CompressionStrategy {
  const { name, requiresLLM, trigger } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    async compress(context) {
      const { history, estimateTokens, pinned } = context;
      // A list of its own: whoever changes it must not change what its result is held against.
      const result = await strategy.compress({ ...context, history: history.slice() });
      if (result?.kind !== 'applied' || !Array.isArray(result.newHistory)) return result;
      assertInvariants({
        strategy: name,
        humanText,
        longHumanText,
        before: history,
        result,
        tokensBefore: await estimateTokens(history),
        tokensAfter: await estimateTokens(result.newHistory),
        pinned,
      });
      return result;
    },
  };
}
