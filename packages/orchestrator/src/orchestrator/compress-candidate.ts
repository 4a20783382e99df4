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

/** Of the way from trigger to target, what has to be gone, or it would be due again at once. */
const LEAST_WAY = 0.25;

/** How far somebody else goes then. */
const OTHERS_WAY = 0.5;

/**
 * Compresses by the chosen strategy. Where that is due and leaves the request close to the trigger, whoever takes over for it where it fails
 * takes the rest: a history that is rewritten every few calls, for next to nothing each time, costs more than what is lost by it.
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
  /** Where something was compressed. */
  readonly draft?: CandidateRequest;
}

/** Where it should end, in tokens of the whole request, and by whom. */
interface Compressing {
  readonly target: number;
  readonly name: string;
  readonly fallback: string | false;
}

/** Has a draft's history compressed by the chosen strategy, or by whoever takes over. */
async function compressCandidate(
  draft: CandidateRequest,
  { target, name, fallback }: Compressing,
  ground: PrepareContext,
): Promise<CompressedCandidate> {
  const { options, request, breaker, emit } = ground;
  // A rest is for models: who needs none may be asked at once.
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
 * What is pending takes its part of the target, but not more than half: a history is not given up for one large result, which can be
 * reduced itself.
 */
function historyTarget(target: number, pending: number): number {
  return Math.max(1, Math.floor(Math.max(target - pending, target / 2)));
}

/** The strategies, each keeping what people demanded, with its results held against the laws: what breaks one counts as failed. */
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
