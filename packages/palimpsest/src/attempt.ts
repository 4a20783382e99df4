import {
  CompressionProfileNotFoundError,
  createBreathe,
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
import type { CompressOptions } from './compress-options.ts';
import { explainShortfall, type Shortfall } from './explain-shortfall.ts';
import { recognizeOwn } from './own-messages.ts';
import { readMessages } from './read-messages.ts';
import { shortIds } from './short-ids.ts';
import { writeResult } from './write-result.ts';

/** Input of one attempt, with everything that follows from settings. */
export interface AttemptRequest extends RunRequest {
  readonly options: CompressOptions;
  /** Returns the codec of messages. @throws {OptionError} when they match no format */
  readonly codecOf: (messages: readonly unknown[]) => Codec;
  readonly ephemerals: EphemeralAccessors;
  readonly estimateTokens: TokenEstimator;
  /** Whether the estimate of a list is the sum of those of its entries, which are cached. */
  readonly countsEntries: boolean;
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
export function overheadOf({ overhead }: Pick<AttemptRequest, 'overhead'>): number {
  return overhead === undefined ? 0 : overhead.system + overhead.tools;
}

/** Compresses messages and checks the result against the invariants. Saves nothing. */
export async function attempt(
  messages: readonly unknown[],
  request: AttemptRequest,
): Promise<Attempt> {
  const { options, ephemerals } = request;
  const { originals, model, activeTodos, transcriptPath, services, signal } = options;
  const codec = request.codecOf(messages);
  const breathe = createBreathe(signal, request.clock);
  const estimateTokens = countSent(request.estimateTokens, codec);
  if (originals !== undefined) recognizeOwn(originals, messages);
  const { history: read, repairs, given: asGiven } = readMessages(messages, codec);
  await breathe();
  for (const entry of request.countsEntries ? asGiven : []) {
    await estimateTokens([entry]);
    await breathe();
  }
  const pinned = await withKeepRules(read, request);
  const tokensBefore = await estimateTokens(read);
  const tokensGiven = asGiven === read ? tokensBefore : await estimateTokens(asGiven);
  await breathe();
  const overhead = overheadOf(request);
  const targetTokens =
    request.targetTokens ?? targetOf(options, ephemerals, tokensBefore + overhead);
  const originalId = originals && shortIds(originals, messages, codec);
  const isOver = tokensBefore + overhead > targetTokens;
  const history = isOver ? await withoutDropped(read, request, { pinned, originalId }) : read;
  const tokens = history === read ? tokensBefore : await estimateTokens(history);
  const run = await runStrategy(request, {
    history,
    estimateTokens,
    counted: { history, tokens },
    currentTokenCount: tokens,
    runtimeContext: { ephemerals },
    settings: request.settings,
    targetTokens: Math.max(1, targetTokens - overhead),
    ...defined({ resolveProvider: model && resolverOf(model), activeTodos, transcriptPath }),
    ...defined({ services, originalId, signal, pinned }),
    breathe,
  });
  await breathe();
  const isNoop = run.result.kind === 'noop';
  // What was dropped is a change, even if the strategy had nothing to do.
  const made: CompressionResult =
    isNoop && history !== read
      ? { kind: 'applied', newHistory: [...history], metadata: run.result.metadata }
      : run.result;
  const counted = isNoop ? tokens : run.tokensAfter;
  const given = { messages, history: read, repairs, codec, tokensBefore };
  const written = await writeResult(made, { ...given, counted, breathe }, estimateTokens);
  const { result, after, encoded, tokensAfter } = written;
  await breathe();
  const isMissed = tokensAfter + overhead > targetTokens;
  const missed = {
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
    tokensBefore: tokensGiven + overhead,
    tokensAfter: tokensAfter + overhead,
    targetTokens,
    ...(isMissed && { shortfall: await explainShortfall(missed) }),
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
 * Returns the history with one line instead of each result that the setting `compression.drop` names; the given list if there is none.
 *
 * @throws {OptionError} when a rule is invalid
 */
async function withoutDropped(
  history: readonly IContent[],
  { drop, toolTaxonomy: taxonomy }: AttemptRequest,
  facts: Pick<DropOptions, 'pinned' | 'originalId'>,
): Promise<readonly IContent[]> {
  if (drop === undefined) return history;
  const { dropResults } = await import('@palimpsest/engine/rules');
  const dropped = dropResults(history, drop, { ...facts, taxonomy });
  if (dropped.size === 0) return history;
  return history.map((entry, at) => dropped.get(at) ?? entry);
}

function targetOf(
  { targetRatio, targetTokens }: CompressOptions,
  ephemerals: EphemeralAccessors,
  tokens: number,
): number {
  if (targetRatio !== undefined) return Math.max(1, Math.floor(targetRatio * tokens));
  // Set explicitly, so that nothing happens while no compression is due.
  return targetTokens === undefined
    ? resolveTargetTokens({ runtimeContext: { ephemerals } })
    : Math.floor(targetTokens);
}

function resolverOf(model: NonNullable<CompressOptions['model']>): ProviderResolver {
  if (typeof model === 'function') return model;
  return (profile) => {
    if (profile === undefined) return model;
    const reason = 'the option "model" is one model; give a function to find models by profile';
    throw new CompressionProfileNotFoundError(profile, reason);
  };
}
