import {
  OptionError,
  type CompressionStrategyName,
  type IContent,
  type ModelProvider,
  type ProviderResolver,
  type ResolvedModel,
  type SettingValues,
  type Todo,
  type TokenEstimator,
} from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';

export interface CompressOptions {
  /** Name of a registered strategy. @default the setting `compression.strategy`, else `salience` */
  readonly strategy?: CompressionStrategyName;
  /** Where compression should end, in tokens; a whole number of at least 1. Excludes `targetRatio`. */
  readonly targetTokens?: number;
  /** Where compression should end, as a share of the input's tokens, or of the originals' where a strategy starts from them: more than 0, less than 1. Excludes `targetTokens`. */
  readonly targetRatio?: number;
  /** Tokens of the model's context window, from which the target follows when none is given; a history below it is left alone. @default the setting `context-limit`, else 200,000 */
  readonly contextLimit?: number;
  /** How to read the messages, and how to write the result. @default recognized from the messages */
  readonly format?: FormatName;
  /** Ephemeral settings by full key, for this call. */
  readonly settings?: SettingValues;
  /** Counts tokens of entries. Their `native` is the provider's own object and no part of what is counted. @default the estimate of `@palimpsest/tokenizer` */
  readonly estimateTokens?: TokenEstimator;
  /** Entries that stay byte for byte, beside system messages. @default none */
  readonly pinned?: (entry: IContent) => boolean;
  /** Keeps what is taken out, so that `originals.restore(messages)` gives it back. Strategies that want it start from what is kept already. From `openOriginals`. */
  readonly originals?: Originals;
  /** Tells conversations apart that share a session of originals. @default they are told apart by what they say */
  readonly conversation?: string;
  /** The model that writes summaries, for strategies that ask one: a provider, one with what is known of its model, or what finds it for a profile. */
  readonly model?: ModelProvider | ResolvedModel | ProviderResolver;
  /** What the agent has left to do, which a model's summary keeps in view. */
  readonly activeTodos?: readonly Todo[] | string;
  /** Where the whole conversation can be read, for a model's summary to name. */
  readonly transcriptPath?: string;
  readonly signal?: AbortSignal;
}

const NAMES: ReadonlySet<string> = new Set([
  'strategy',
  'targetTokens',
  'targetRatio',
  'contextLimit',
  'format',
  'settings',
  'estimateTokens',
  'pinned',
  'originals',
  'conversation',
  'model',
  'activeTodos',
  'transcriptPath',
  'signal',
] satisfies (keyof CompressOptions)[]);

/** Refuses options that cannot be meant, before any work is done. */
export function checkCompressOptions(options: CompressOptions): void {
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) throw new OptionError('options', name, [...NAMES].join(', '));
  }
  const { targetTokens, targetRatio, contextLimit, estimateTokens, originals, conversation } =
    options;
  const { pinned } = options;
  if (estimateTokens !== undefined && typeof estimateTokens !== 'function') {
    throw new OptionError('estimateTokens', estimateTokens, 'a function of entries to a number');
  }
  if (pinned !== undefined && typeof pinned !== 'function') {
    throw new OptionError('pinned', pinned, 'a function of an entry to true or false');
  }
  if (originals !== undefined && typeof originals?.keep !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  if (conversation !== undefined && typeof conversation !== 'string') {
    throw new OptionError('conversation', conversation, 'a text');
  }
  if (targetTokens !== undefined && targetRatio !== undefined) {
    throw new OptionError('targetTokens and targetRatio', 'both', 'one of the two');
  }
  checkTokens('targetTokens', targetTokens);
  checkTokens('contextLimit', contextLimit);
  const isShare = typeof targetRatio === 'number' && targetRatio > 0 && targetRatio < 1;
  if (targetRatio !== undefined && !isShare) {
    throw new OptionError('targetRatio', targetRatio, 'a number greater than 0 and less than 1');
  }
}

function checkTokens(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  const most = value > Number.MAX_SAFE_INTEGER ? ` and at most ${Number.MAX_SAFE_INTEGER}` : '';
  throw new OptionError(name, value, `a whole number of at least 1${most}`);
}
