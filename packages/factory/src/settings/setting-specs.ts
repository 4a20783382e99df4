import type { SettingSpec } from '@palimpsest/core-types';

export type SettingValue = boolean | number | string;

/**
 * Settings that exist in every host, independent of registered strategies. Keys and defaults are those of llxprt-code where the seeds
 * agree, otherwise those of the plan.
 */
export const SETTING_SPECS: readonly SettingSpec[] = Object.freeze([
  {
    key: 'compression.strategy',
    type: 'string',
    description: 'Name of a registered strategy.',
  },
  {
    key: 'compression.profile',
    type: 'string',
    description: 'Profile whose model writes summaries. Unset: the model of the conversation.',
  },
  {
    key: 'compression-threshold',
    type: 'number',
    description: 'Share of the context window at which compression is due.',
    default: 0.85,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'context-limit',
    type: 'integer',
    description: 'Size of the context window in tokens.',
    default: 200_000,
    minimum: 1,
  },
  {
    key: 'compression-preserve-threshold',
    type: 'number',
    description: 'Share of the newest entries that stays as it is.',
    default: 0.2,
    minimum: 0,
    maximum: 1,
  },
  {
    key: 'compression-top-preserve-threshold',
    type: 'number',
    description: 'Share of the oldest entries that stays as it is.',
    default: 0.2,
    minimum: 0,
    maximum: 1,
  },
  {
    key: 'compression.density.readWritePruning',
    type: 'boolean',
    description: 'Remove reads of files that were written later.',
    default: true,
  },
  {
    key: 'compression.density.fileDedupe',
    type: 'boolean',
    description: 'Keep only the newest of repeated file inclusions.',
    default: true,
  },
  {
    key: 'compression.density.recencyPruning',
    type: 'boolean',
    description: 'Replace older results of a tool that was used again and again.',
    default: false,
  },
  {
    key: 'compression.density.recencyRetention',
    type: 'integer',
    description: 'Newest results of each tool that recency pruning keeps.',
    default: 3,
    minimum: 1,
  },
  {
    key: 'compression.density.compressHeadroom',
    type: 'number',
    description: 'Share of the trigger point at which compression should end.',
    default: 0.6,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'compression.density.optimizeThreshold',
    type: 'number',
    description:
      'Share of the context window above which optimizing starts. Unset: the strategy’s own.',
    minimum: 0,
    maximum: 1,
  },
  {
    key: 'compression.density.keepHumanText',
    type: 'boolean',
    description: 'Never reduce what a person wrote.',
    default: false,
  },
  {
    key: 'compression.density.staleReads',
    type: 'enum',
    description:
      'What becomes of a stale read: its pair is removed, or its result becomes a pointer.',
    default: 'removal',
    values: ['removal', 'pointer'],
  },
  {
    key: 'compression.fallback',
    type: 'string',
    description:
      'Strategy that takes over where the chosen one fails in a way that another may not; none for nobody.',
    default: 'top-down-truncation',
  },
  {
    key: 'compression.economics',
    type: 'boolean',
    description:
      'Where prices are known, weigh what rewriting a cached history costs; otherwise act as soon as something is due.',
    default: true,
  },
  {
    key: 'compression.economicThreshold',
    type: 'number',
    description:
      'Share of the largest request from which compression may come before it is due, where prices are known and that is cheaper; 1: never.',
    default: 0.5,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'compression.economicHeadroom',
    type: 'number',
    description:
      'The same as compressHeadroom where prices are known and compressHeadroom is not set: less is left, so that it is rewritten less often.',
    default: 0.4,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'compression.expectedCalls',
    type: 'integer',
    description: 'Calls a conversation is expected to have. Unset: as many again as it had.',
    minimum: 1,
  },
  {
    key: 'compression.moment',
    type: 'enum',
    description:
      'When history is rewritten: before any call, or only where a person speaks next. Over the limit it always is.',
    default: 'call',
    values: ['call', 'turn'],
  },
  {
    key: 'compression.boundThinking',
    type: 'enum',
    description: 'Which reasoning is bound to what precedes it, so that it goes when that changes.',
    default: 'signed',
    values: ['signed', 'all', 'none'],
  },
  {
    key: 'compression.ingestTokens',
    type: 'integer',
    description:
      'Tokens a tool result may have when it is first sent; larger ones are reduced to the lines needed most. Unset: all of it.',
    minimum: 80,
  },
  {
    key: 'compression.pinDirectives',
    type: 'boolean',
    description: 'Keep what people demanded word for word, whatever the strategy.',
    default: true,
  },
  {
    key: 'compressionVerification',
    type: 'boolean',
    description: 'Have a model check the summary it wrote.',
    default: false,
  },
  {
    key: 'maxOutputTokens',
    type: 'integer',
    description: 'Tokens reserved for the model’s answer. Unset: derived from the window.',
    minimum: 1,
  },
] satisfies SettingSpec[]);

/** Types of these settings. Those without a default may be absent. */
export interface KnownSettings {
  readonly 'compression.strategy': string | undefined;
  readonly 'compression.profile': string | undefined;
  readonly 'compression-threshold': number;
  readonly 'context-limit': number;
  readonly 'compression-preserve-threshold': number;
  readonly 'compression-top-preserve-threshold': number;
  readonly 'compression.density.readWritePruning': boolean;
  readonly 'compression.density.fileDedupe': boolean;
  readonly 'compression.density.recencyPruning': boolean;
  readonly 'compression.density.recencyRetention': number;
  readonly 'compression.density.compressHeadroom': number;
  readonly 'compression.density.optimizeThreshold': number | undefined;
  readonly 'compression.density.keepHumanText': boolean;
  readonly 'compression.density.staleReads': 'removal' | 'pointer';
  readonly 'compression.fallback': string;
  readonly 'compression.economics': boolean;
  readonly 'compression.economicThreshold': number;
  readonly 'compression.economicHeadroom': number;
  readonly 'compression.expectedCalls': number | undefined;
  readonly 'compression.moment': 'call' | 'turn';
  readonly 'compression.boundThinking': 'signed' | 'all' | 'none';
  readonly 'compression.ingestTokens': number | undefined;
  readonly 'compression.pinDirectives': boolean;
  readonly compressionVerification: boolean;
  readonly maxOutputTokens: number | undefined;
}
