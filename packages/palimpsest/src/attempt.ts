import type {
  CompressionResult,
  CompressionStrategy,
  EphemeralAccessors,
  HumanTextPolicy,
  IContent,
  Repair,
  SettingValues,
  TokenEstimator,
} from '@palimpsest/core-types';
import { codecFor, type FormatName, type OverheadTokens } from '@palimpsest/formats';
import { assertLawful, resolveTargetTokens } from '@palimpsest/history';
import { checkedResult } from './checked-result.ts';
import type { CompressOptions } from './compress-options.ts';
import { explainShortfall, type Shortfall } from './explain-shortfall.ts';
import { formatOf } from './format-of.ts';
import { modelFacts } from './model-facts.ts';
import { recognizeOwn } from './own-messages.ts';
import { readMessages } from './read-messages.ts';
import { shortIds } from './short-ids.ts';

/** What was asked for, with everything that follows from settings. */
export interface AttemptRequest {
  readonly options: CompressOptions;
  readonly strategy: CompressionStrategy;
  readonly humanText: HumanTextPolicy;
  readonly longHumanText?: number | undefined;
  readonly ephemerals: EphemeralAccessors;
  /** What somebody set for this call, by full key. */
  readonly settings: SettingValues;
  readonly estimateTokens: TokenEstimator;
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
  const answer = await strategy.compress({
    history,
    estimateTokens,
    currentTokenCount: tokensBefore,
    runtimeContext: { ephemerals },
    settings: request.settings,
    ...modelFacts(options),
    targetTokens: Math.max(1, targetTokens - overhead),
    ...(originals === undefined ? {} : { originalId: shortIds(originals, messages, codec) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const result = checkedResult(answer, strategy.name);
  const after: readonly IContent[] = result.kind === 'applied' ? result.newHistory : history;
  const tokensAfter = result.kind === 'applied' ? await estimateTokens(after) : tokensBefore;
  if (result.kind === 'applied') {
    const { humanText, longHumanText } = request;
    assertLawful({
      strategy: strategy.name,
      humanText,
      longHumanText,
      before: history,
      result,
      tokensBefore,
      tokensAfter,
    });
  }
  const encoded = codec.encode(isLog(format) ? anchored(after, history, result) : after);
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

function isLog(format: FormatName): boolean {
  return format === 'claude-code' || format === 'codex';
}

/** A log is written back to its records: where no entry is one of them any more, the first takes the place of what it stands for. */
function anchored(
  after: readonly IContent[],
  before: readonly IContent[],
  { metadata: { provenance } }: CompressionResult,
): readonly IContent[] {
  const [first, ...others] = after;
  if (first === undefined || after.some(({ native }) => native !== undefined)) return after;
  const source = before[provenance?.[0]?.sources[0] ?? 0];
  return source === undefined ? after : [{ ...first, native: source.native }, ...others];
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
