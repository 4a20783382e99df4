import {
  CompressionProfileNotFoundError,
  createYieldToEventLoop,
  defined,
  type CompressionResult,
  type EphemeralAccessors,
  type IContent,
  type ProviderResolver,
  type Repair,
  type SettingValues,
  type TokenEstimator,
} from '@palimpsest/core-types';
import { countSent, type Codec, type OverheadTokens } from '@palimpsest/formats';
import type { DropOptions } from '@palimpsest/engine/rules';
import { runStrategy, type RunRequest } from '@palimpsest/engine/run';
import { resolveTargetTokens } from '@palimpsest/engine/history';
import { floorShare } from '@palimpsest/engine/tokens';
import type { CompressOptions } from './compress-options.ts';
import { explainShortfall, type Shortfall } from './explain-shortfall.ts';
import { markGenerated } from './generated-messages.ts';
import { readMessages } from './read-messages.ts';
import { createRecallIdLookup } from './recall-id-lookup.ts';
import { writeResult } from './write-result.ts';

/** Arguments of one attempt to compress: the options of the call, and the values that follow from settings. */
export interface AttemptRequest extends RunRequest {
  readonly options: CompressOptions;
  /** Returns the codec of messages. @throws {OptionError} when they match no format */
  readonly detectCodec: (messages: readonly unknown[]) => Codec;
  /** The settings in the form in which strategies read them, as in llxprt-code. */
  readonly ephemerals: EphemeralAccessors;
  readonly estimateTokens: TokenEstimator;
  /** Whether `estimateTokens` is the default, which caches the count of each entry: then entries can be counted one by one. */
  readonly isDefaultEstimate: boolean;
  /** Clock in ms. @default that of the platform */
  readonly clock?: (() => number) | undefined;
  /** Explicit settings of this call, by full key. */
  readonly settings: SettingValues;
  /** Rules for entries that stay verbatim, one in each line. */
  readonly keep?: string | undefined;
  /** Rules for results that become one line before anything else is removed, one in each line. */
  readonly drop?: string | undefined;
  /** Overhead tokens of a request body. */
  readonly overhead?: OverheadTokens | undefined;
  /** Overrides the target in the settings, in tokens. */
  readonly targetTokens?: number;
}

/** Result of one compression. Token counts cover the whole request. */
export interface Attempt {
  readonly codec: Codec;
  readonly repairs: readonly Repair[];
  readonly result: CompressionResult;
  readonly encoded: unknown[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Absent if the target was met. */
  readonly shortfall?: Shortfall;
}

/** Returns the overhead tokens of a request; 0 for messages without a body. */
export function sumOverhead({ overhead }: Pick<AttemptRequest, 'overhead'>): number {
  return overhead === undefined ? 0 : overhead.system + overhead.tools;
}

/** Compresses messages and checks the result against the invariants. Saves nothing. */
export async function runAttempt(
  messages: readonly unknown[],
  request: AttemptRequest,
): Promise<Attempt> {
  const { options, ephemerals } = request;
  const { originals, model, activeTodos, transcriptPath, services, signal } = options;
  const codec = request.detectCodec(messages);
  const yieldToEventLoop = createYieldToEventLoop(signal, request.clock);
  const estimateTokens = countSent(request.estimateTokens, codec);
  if (originals !== undefined) markGenerated(originals, messages);
  const { history: repaired, repairs, decoded } = readMessages(messages, codec);
  await yieldToEventLoop();
  for (const entry of request.isDefaultEstimate ? decoded : []) {
    await estimateTokens([entry]);
    await yieldToEventLoop();
  }
  const pinned = await withKeepRules(repaired, request);
  const tokensBefore = await estimateTokens(repaired);
  const decodedTokens = decoded === repaired ? tokensBefore : await estimateTokens(decoded);
  await yieldToEventLoop();
  const overhead = sumOverhead(request);
  const targetTokens =
    request.targetTokens ?? resolveTarget(options, ephemerals, tokensBefore + overhead);
  const originalId = originals && createRecallIdLookup(originals, messages, codec);
  const isOver = tokensBefore + overhead > targetTokens;
  const history = isOver
    ? await withoutDropped(repaired, request, { pinned, originalId })
    : repaired;
  const tokens = history === repaired ? tokensBefore : await estimateTokens(history);
  const run = await runStrategy(request, {
    history,
    estimateTokens,
    counted: { history, tokens },
    currentTokenCount: tokens,
    runtimeContext: { ephemerals },
    settings: request.settings,
    targetTokens: Math.max(1, targetTokens - overhead),
    ...defined({ resolveProvider: model && toResolver(model), activeTodos, transcriptPath }),
    ...defined({ services, originalId, signal, pinned }),
    yieldToEventLoop,
  });
  await yieldToEventLoop();
  const isNoop = run.result.kind === 'noop';
  // Dropped results are a change, even if the strategy had nothing to do.
  const compressed: CompressionResult =
    isNoop && history !== repaired
      ? { kind: 'applied', newHistory: [...history], metadata: run.result.metadata }
      : run.result;
  const counted = isNoop ? tokens : run.tokensAfter;
  const input = { messages, history: repaired, repairs, codec, tokensBefore };
  const written = await writeResult(
    compressed,
    { ...input, counted, yieldToEventLoop },
    estimateTokens,
  );
  const { result, after, encoded, tokensAfter } = written;
  await yieldToEventLoop();
  const isMissed = tokensAfter + overhead > targetTokens;
  const missedTarget = {
    history: after,
    result,
    overhead: request.overhead,
    pinned,
    targetTokens,
    estimateTokens,
  };
  return {
    codec,
    repairs,
    result,
    encoded,
    tokensBefore: decodedTokens + overhead,
    tokensAfter: tokensAfter + overhead,
    targetTokens,
    ...(isMissed && { shortfall: await explainShortfall(missedTarget) }),
  };
}

/**
 * Returns the caller's pins together with those of the setting `compression.keep`.
 *
 * @throws {OptionError} when a rule is invalid
 */
async function withKeepRules(
  history: readonly IContent[],
  { options, keep, toolTaxonomy }: AttemptRequest,
): Promise<CompressOptions['pinned']> {
  const { pinned } = options;
  if (keep === undefined) return pinned;
  const { matchEntries, readEntryRules } = await import('@palimpsest/engine/rules');
  const rules = readEntryRules(keep, 'compression.keep');
  const matches = matchEntries(rules, history, toolTaxonomy);
  return (entry) => (pinned?.(entry) ?? false) || matches(entry);
}

/**
 * Replaces each result that the setting `compression.drop` matches by one line. Returns the same list if it matches none.
 *
 * @throws {OptionError} when a rule is invalid
 */
async function withoutDropped(
  history: readonly IContent[],
  { drop, toolTaxonomy: taxonomy }: AttemptRequest,
  options: Pick<DropOptions, 'pinned' | 'originalId'>,
): Promise<readonly IContent[]> {
  if (drop === undefined) return history;
  const { dropResults } = await import('@palimpsest/engine/rules');
  const dropped = dropResults(history, drop, { ...options, taxonomy });
  if (dropped.size === 0) return history;
  return history.map((entry, index) => dropped.get(index) ?? entry);
}

/** Returns the target of the whole request, in tokens. */
function resolveTarget(
  { targetRatio, targetTokens }: CompressOptions,
  ephemerals: EphemeralAccessors,
  tokens: number,
): number {
  if (targetRatio !== undefined) return Math.max(1, floorShare(targetRatio, tokens));
  // Without an explicit target, that of the settings: nothing happens while no compression is due.
  return targetTokens === undefined
    ? resolveTargetTokens({ runtimeContext: { ephemerals } })
    : Math.floor(targetTokens);
}

function toResolver(model: NonNullable<CompressOptions['model']>): ProviderResolver {
  if (typeof model === 'function') return model;
  return (profile) => {
    if (profile === undefined) return model;
    const reason = 'the option "model" is one model; give a function to find models by profile';
    throw new CompressionProfileNotFoundError(profile, reason);
  };
}
