import { findStrategy, type StrategySource } from '../strategy-source.ts';
import { countPendingTokens, withTokenCount, type CandidateRequest } from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { EditProposal } from './propose-edits.ts';
import { runStrategy } from '@palimpsest/engine/run';
import { compressWithRetry } from '../attempts/compress-with-retry.ts';
import type { CompressionOutcome } from '../attempts/outcome.ts';
import type { CompressionContext, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { toEphemeralAccessors } from '@palimpsest/factory/settings';
import { repairHistory } from '@palimpsest/history';

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
    strategies: judgedStrategies(ground),
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

/** Returns the strategies as the engine runs them: a violation of an invariant counts as a failure. */
function judgedStrategies({ options, call }: PrepareContext): StrategySource {
  const { strategies } = options;
  return {
    resolve: (name) => {
      const strategy = strategies.resolve(name);
      const { humanText, longHumanText } =
        strategies.plugins?.().find((one) => one.name === name) ?? UNLISTED;
      const request = {
        strategy,
        humanText,
        longHumanText,
        pinDirectives: call.pinDirectives,
      };
      const { requiresLLM, trigger } = strategy;
      return {
        name: strategy.name,
        requiresLLM,
        trigger,
        compress: (context) => runStrategy(request, context),
      };
    },
  };
}

/** Of a strategy that is not listed, only the newest user message must survive. */
const UNLISTED: Pick<StrategyPlugin, 'humanText' | 'longHumanText'> = { humanText: 'eligible' };
