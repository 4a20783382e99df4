import type {
  CompressionResult,
  CompressionStrategy,
  EphemeralAccessors,
  Repair,
  SettingValues,
} from '@palimpsest/core-types';
import { codecFor, type FormatName, type OverheadTokens } from '@palimpsest/formats';
import { resolveTargetTokens } from '@palimpsest/history';
import { checkedResult } from './checked-result.ts';
import type { CompressOptions } from './compress-options.ts';
import { explainShortfall, type Shortfall } from './explain-shortfall.ts';
import { formatOf } from './format-of.ts';
import { modelFacts } from './model-facts.ts';
import { recognizeOwn } from './own-messages.ts';
import { readMessages } from './read-messages.ts';
import { shortIds } from './short-ids.ts';
import { writeResult, type Given, type ResultRules, type Written } from './write-result.ts';

/** What was asked for, with everything that follows from settings. */
export interface AttemptRequest extends ResultRules {
  readonly options: CompressOptions;
  readonly ephemerals: EphemeralAccessors;
  /** What somebody set for this call, by full key. */
  readonly settings: SettingValues;
  /** What a body sends in addition to its messages. */
  readonly overhead?: OverheadTokens | undefined;
  /** Goes before what the options say. */
  readonly targetTokens?: number;
}

/** What a strategy made of some messages. Tokens are those of the whole request. */
export interface Attempt {
  readonly format: FormatName;
  readonly repairs: readonly Repair[];
  readonly result: CompressionResult;
  readonly encoded: unknown[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Absent where the target was met. */
  readonly shortfall?: Shortfall;
}

/** Overhead tokens of a request; none where there are messages alone. */
export function overheadOf({ overhead }: Pick<AttemptRequest, 'overhead'>): number {
  return overhead === undefined ? 0 : overhead.system + overhead.tools;
}

/** Has messages compressed, and the result judged by the laws. Nothing is kept. */
export async function attempt(
  messages: readonly unknown[],
  request: AttemptRequest,
): Promise<Attempt> {
  const { options, strategy, ephemerals, estimateTokens } = request;
  const { originals, signal } = options;
  const format = formatOf(messages, options.format);
  const codec = codecFor(format);
  if (originals !== undefined) recognizeOwn(originals, messages);
  const { history, repairs } = readMessages(messages, format);
  const tokensBefore = await estimateTokens(history);
  const overhead = overheadOf(request);
  const targetTokens =
    request.targetTokens ?? targetOf(options, ephemerals, tokensBefore + overhead);
  const given: Given = { messages, history, repairs, format, tokensBefore };
  const compressTo = async (goal: number): Promise<Written> => {
    const answer = await strategy.compress({
      history,
      estimateTokens,
      currentTokenCount: tokensBefore,
      runtimeContext: { ephemerals },
      settings: request.settings,
      ...modelFacts(options),
      targetTokens: goal,
      ...(originals === undefined ? {} : { originalId: shortIds(originals, messages, codec) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return writeResult(checkedResult(answer, strategy.name), given, request);
  };
  const written = await sentWithin(Math.max(1, targetTokens - overhead), compressTo, strategy);
  const { result, after, encoded, tokensAfter } = written;
  const isMissed = tokensAfter + overhead > targetTokens;
  const missed = {
    history: after,
    result,
    overhead: request.overhead,
    targetTokens,
    estimateTokens,
  };
  return {
    format,
    repairs,
    result,
    encoded,
    tokensBefore: tokensBefore + overhead,
    tokensAfter: tokensAfter + overhead,
    targetTokens,
    ...(isMissed ? { shortfall: await explainShortfall(missed) } : {}),
  };
}

/**
 * Compresses to a goal that counts what is sent. A strategy counts its entries, and a format may write these with more tokens: then the
 * strategy ends so much lower. Not asked of a model twice.
 */
async function sentWithin(
  goal: number,
  compressTo: (goal: number) => Promise<Written>,
  { requiresLLM }: CompressionStrategy,
): Promise<Written> {
  const first = await compressTo(goal);
  const { tokensAfter, tokensCounted } = first;
  const lower = goal - (tokensAfter - tokensCounted);
  if (requiresLLM || tokensAfter <= goal || tokensCounted > goal || lower < 1) return first;
  const second = await compressTo(lower);
  return second.tokensAfter < tokensAfter ? second : first;
}

function targetOf(
  { targetRatio, targetTokens }: CompressOptions,
  ephemerals: EphemeralAccessors,
  tokens: number,
): number {
  if (targetRatio !== undefined) return Math.max(1, Math.floor(targetRatio * tokens));
  // Said outright, so that nothing happens while nothing is due.
  return targetTokens ?? resolveTargetTokens({ runtimeContext: { ephemerals } });
}
