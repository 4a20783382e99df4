import {
  isRecord,
  OptionError,
  type CompressionStrategyName,
  type IContent,
  type ModelProvider,
  type ProviderResolver,
  type ResolvedModel,
  type Services,
  type SettingValues,
  type Todo,
  type TokenEstimator,
} from '@palimpsest/core-types';
import { checkModel } from '@palimpsest/engine/run';
import { checkServices } from '@palimpsest/factory/settings';
import type { FormatName } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';

export interface CompressOptions {
  /** Name of a registered strategy. @default the setting `compression.strategy`, else `salience` */
  readonly strategy?: CompressionStrategyName;
  /** Target in tokens: a whole number of at least 1. Excludes `targetRatio`. */
  readonly targetTokens?: number;
  /**
   * Target as a share of the input tokens, or of the originals' tokens if the strategy starts from them: more than 0, less
   * than 1. Excludes `targetTokens`.
   */
  readonly targetRatio?: number;
  /**
   * The model's context window in tokens. The default target follows from it; a smaller history stays unchanged. @default the setting
   * `context-limit`, else 200,000
   */
  readonly contextLimit?: number;
  /** Format of the messages and of the result. @default detected from the messages */
  readonly format?: FormatName;
  /** Ephemeral settings of this call, by full key. */
  readonly settings?: SettingValues;
  /**
   * Counts the tokens of an entry. `entry.native` is the provider's own object and must not be counted. @default
   * the estimate of `@palimpsest/tokenizer`
   */
  readonly estimateTokens?: TokenEstimator;
  /** Returns whether an entry must stay byte for byte. System messages always do. @default no entry */
  readonly pinned?: (entry: IContent) => boolean;
  /** Store for removed content, from `openOriginals`; `originals.restore(messages)` returns it. Strategies that start from originals read it. */
  readonly originals?: Originals;
  /** Identifies a conversation among those that share a session of originals. @default conversations are identified by their messages */
  readonly conversation?: string;
  /** Model for strategies that need one: a provider, a provider with model facts, or a function that resolves a profile name. */
  readonly model?: ModelProvider | ResolvedModel | ProviderResolver;
  /** Open tasks of the agent. A summary by a model preserves them. */
  readonly activeTodos?: readonly Todo[] | string;
  /** Path of the full transcript. A summary by a model refers to it. */
  readonly transcriptPath?: string;
  /** Services of this call. They take precedence over those of the registry. */
  readonly services?: Services;
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
  'services',
  'signal',
] satisfies (keyof CompressOptions)[]);

/** Checks all options before any work is done. */
export function checkCompressOptions(options: CompressOptions): void {
  const given: unknown = options;
  if (!isRecord(given)) {
    throw new OptionError('options', given, 'an object such as { targetRatio: 0.3 }');
  }
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) throw new OptionError('options', name, `one of ${[...NAMES].join(', ')}`);
  }
  const { targetTokens, targetRatio, contextLimit, estimateTokens, originals, conversation } =
    options;
  const { pinned, services, settings, signal } = options;
  if (settings !== undefined && !isRecord(settings)) {
    throw new OptionError('settings', settings, 'an object of settings by full key');
  }
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new OptionError('signal', signal, 'the signal of an AbortController');
  }
  checkModel(options.model);
  if (services !== undefined) checkServices(services);
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
    throw new OptionError('targetTokens, targetRatio', undefined, 'one of them', {
      receivedDescription: 'both',
    });
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
