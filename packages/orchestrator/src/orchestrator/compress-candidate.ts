import { findStrategy, type StrategySource } from '../strategy-source.ts';
import { countPendingTokens, withTokenCount, type CandidateRequest } from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { EditProposal } from './propose-edits.ts';
import { withDirectives } from '../directives/with-directives.ts';
import { compressWithRetry } from '../attempts/compress-with-retry.ts';
import type { CompressionOutcome } from '../attempts/outcome.ts';
import type {
  CompressionContext,
  CompressionStrategy,
  HumanTextPolicy,
  IContent,
} from '@palimpsest/core-types';
import { toEphemeralAccessors } from '@palimpsest/factory/settings';
import { assertInvariants, repairHistory } from '@palimpsest/history';

/** Minimum share of the way from trigger to target; after less, compression would soon be due again. */
const LEAST_WAY = 0.25;

/** Share of that way that the fallback strategy covers then. */
const OTHERS_WAY = 0.5;

/**
 * Compresses with the chosen strategy. If compression was due and ends close to the trigger, the fallback strategy compresses further: a
 * rewrite every few calls for a small gain costs more than the fallback loses.
 */
export async function compressWithFollowUp(
  draft: CandidateRequest,
  { compression, target }: Pick<EditProposal, 'compression' | 'target'>,
  ground: PrepareContext,
): Promise<CompressedCandidate> {
  const { call, options } = ground;
  const { name, fallback, thresholds } = call;
  const first = await compressCandidate(draft, { target, name, fallback }, ground);
  const { outcome } = first;
  const wayTo = (share: number) =>
    thresholds.trigger - share * (thresholds.trigger - thresholds.target);
  const reached = first.draft ?? draft;
  const isShort = compression === 'due' && reached.tokens > wayTo(LEAST_WAY);
  const hasEnded = outcome.kind === 'applied' || outcome.kind === 'noop';
  if (!isShort || !hasEnded || fallback === false || fallback === outcome.strategy) return first;
  if (findStrategy(options.strategies, fallback) === undefined) return first;
  const other = { target: wayTo(OTHERS_WAY), name: fallback, fallback: false } as const;
  const second = await compressCandidate(reached, other, ground);
  const isSmaller = second.draft !== undefined && second.draft.tokens < reached.tokens;
  if (second.outcome.kind !== 'applied' || !isSmaller) return first;
  const attempts = [...outcome.attempts, ...second.outcome.attempts];
  return { draft: second.draft, outcome: { ...second.outcome, reason: 're-routed', attempts } };
}

interface CompressedCandidate {
  readonly outcome: CompressionOutcome;
  /** Absent if nothing was compressed. */
  readonly draft?: CandidateRequest;
}

/** Target in tokens of the whole request, and the strategies to use. */
interface Compressing {
  readonly target: number;
  readonly name: string;
  readonly fallback: string | false;
}

/** Compresses the history of a candidate with the given strategy, or with its fallback. */
async function compressCandidate(
  draft: CandidateRequest,
  { target, name, fallback }: Compressing,
  ground: PrepareContext,
): Promise<CompressedCandidate> {
  const { options, request, breaker, emit } = ground;
  // The circuit breaker applies only to strategies with a model.
  const needsModel = options.strategies.resolve(name).requiresLLM;
  const { history } = repairHistory(draft.sent.slice());
  const context = await contextFor({ ...draft, history, target }, ground);
  const outcome = await compressWithRetry(context, {
    ...options.attempts,
    strategies: lawfulStrategies(ground),
    name,
    fallback,
    fallBackOn: 'any',
    ...(needsModel ? { breaker } : {}),
    bypassBreaker: request.force === true,
    onEvent: emit,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  if (outcome.kind !== 'applied') return { outcome };
  const sent = outcome.result.newHistory;
  return {
    outcome,
    draft: await withTokenCount({ raw: sent, sent, pending: draft.pending }, ground),
  };
}

async function contextFor(
  draft: CandidateRequest & { readonly history: readonly IContent[]; readonly target: number },
  ground: PrepareContext,
): Promise<CompressionContext> {
  const { options, settings, request, call } = ground;
  const { thresholds, budget, strategy } = call;
  const pending = await countPendingTokens(draft.pending, ground);
  const { resolveProvider, resolvePrompt, pinned, originalId, logger } = options;
  const { activeTodos, transcriptPath, signal } = request;
  return {
    history: draft.history,
    estimateTokens: ground.estimateTokens,
    currentTokenCount: Math.round(draft.tokens - thresholds.overhead - pending),
    targetTokens: historyTarget(draft.target - thresholds.overhead, pending),
    triggerTokens: Math.floor(thresholds.trigger - thresholds.overhead),
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
 * Returns the target of the history. Pending entries take at most half of the target: a large pending result can itself be reduced, and must
 * not displace the history.
 */
function historyTarget(target: number, pending: number): number {
  return Math.max(1, Math.floor(Math.max(target - pending, target / 2)));
}

/** Returns the strategies with invariant checks, and with directives preserved if the setting is on. A violation counts as a failure. */
function lawfulStrategies({ options, call }: PrepareContext): StrategySource {
  const { strategies } = options;
  return {
    resolve: (name) => {
      const strategy = strategies.resolve(name);
      const plugin = strategies.plugins?.().find((one) => one.name === name);
      const keeping = call.pinDirectives ? withDirectives(strategy) : strategy;
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
      // A copy: a strategy that changes its input must not change what its result is checked against.
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
