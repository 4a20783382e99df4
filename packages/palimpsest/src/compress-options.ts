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
  /** Target in tokens: a number of at least 1, rounded down. Cannot be combined with `targetRatio`. */
  readonly targetTokens?: number;
  /**
   * Target as a share of the input tokens, or of the originals' tokens if the strategy starts from them: more than 0, less
   * than 1. Cannot be combined with `targetTokens`.
   */
  readonly targetRatio?: number;
  /**
   * The model's context window in tokens. The default target follows from it; a smaller history stays unchanged. @default the setting
   * `context-limit`, else 200,000
   */
  readonly contextLimit?: number;
  /** Format of the messages and of the result. @default detected from the messages */
  readonly format?: FormatName;
  /** Settings of this call, by full key. */
  readonly settings?: SettingValues;
  /**
   * Counts the tokens of an entry. `entry.native` is the provider's own object and must not be counted. @default
   * the estimate of `@palimpsest/engine/tokens`
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

type Check = readonly [isValid: (value: unknown) => boolean, expected: string];

const ANY: Check = [() => true, ''];
const isFunction = (value: unknown): boolean => typeof value === 'function';
const TOKENS: Check = [
  (value) => typeof value === 'number' && value >= 1 && value <= Number.MAX_SAFE_INTEGER,
  `a number from 1 to ${Number.MAX_SAFE_INTEGER}`,
];

/** The check of each option, and a description of accepted values. Options with `ANY` are checked by the code that reads them. */
const CHECKS: Readonly<Record<keyof CompressOptions, Check>> = {
  strategy: ANY,
  targetTokens: TOKENS,
  targetRatio: [
    (value) => typeof value === 'number' && value > 0 && value < 1,
    'a number greater than 0 and less than 1',
  ],
  contextLimit: TOKENS,
  format: ANY,
  settings: [isRecord, 'an object of settings by full key'],
  estimateTokens: [isFunction, 'a function of entries to a number'],
  pinned: [isFunction, 'a function of an entry to true or false'],
  originals: [hasMethod('keep'), 'what openOriginals() returns'],
  conversation: [(value) => typeof value === 'string', 'a text'],
  model: ANY,
  activeTodos: ANY,
  transcriptPath: ANY,
  services: ANY,
  signal: [hasMethod('throwIfAborted'), 'the signal of an AbortController'],
};

function hasMethod(name: string): (value: unknown) => boolean {
  return (value) => isRecord(value) && typeof value[name] === 'function';
}

/** Checks all options before any work is done. */
export function checkCompressOptions(options: CompressOptions): void {
  const received: unknown = options;
  if (!isRecord(received)) {
    throw new OptionError('options', received, 'an object such as { targetRatio: 0.3 }');
  }
  for (const [name, value] of Object.entries(received)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new OptionError('options', name, `one of ${Object.keys(CHECKS).join(', ')}`);
    }
    const [isValid, expected] = CHECKS[name as keyof CompressOptions];
    if (value !== undefined && !isValid(value)) throw new OptionError(name, value, expected);
  }
  checkModel(options.model);
  if (options.services !== undefined) checkServices(options.services);
  if (options.targetTokens !== undefined && options.targetRatio !== undefined) {
    throw new OptionError('targetTokens, targetRatio', undefined, 'one of them', {
      receivedDescription: 'both',
    });
  }
}
