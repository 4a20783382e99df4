import type { SettingSpec } from '@palimpsest/core-types';

/** What a setting can be. */
export type SettingValue = boolean | number | string;

/**
 * The settings every host may use, whichever strategies are registered. Keys and defaults are those of llxprt-code, where the
 * seeds agree; where not, as the plan decided.
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

/** The same settings as types. Those without a default may be absent. */
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
  readonly compressionVerification: boolean;
  readonly maxOutputTokens: number | undefined;
}
