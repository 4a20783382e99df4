import { OptionError, type SettingSpec, type SettingValues } from '@palimpsest/core-types';

/** Thrown for an invalid option or setting of the strategy `extractive`. */
export class ExtractiveOptionError extends OptionError {
  override readonly name: string = 'ExtractiveOptionError';
}

/** Settings that may change between compressions. */
export interface ExtractiveSettings {
  /** Number of newest entries that stay unchanged; an integer of at least 0. @default 4 */
  readonly recencyWindow?: number;
  /** Replace text that occurs again later, unit for unit, by a reference. @default true */
  readonly dedup?: boolean;
  /** Replace near duplicates of later text by references. @default false */
  readonly nearDedup?: boolean;
  /** Minimum share of equal lines of a near duplicate; above 0, at most 1. @default 0.85 */
  readonly nearThreshold?: number;
  /** Show the ids of summaries in their markers. @default false */
  readonly embedSummaryId?: boolean;
  /** Summarize runs of old summaries. @default false */
  readonly rollUp?: boolean;
  /** Leave code in its place between the prose. @default false: all prose, then all code */
  readonly keepOrder?: boolean;
}

export const DEFAULT_SETTINGS: Required<ExtractiveSettings> = {
  recencyWindow: 4,
  dedup: true,
  nearDedup: false,
  nearThreshold: 0.85,
  embedSummaryId: false,
  rollUp: false,
  keepOrder: false,
};

/** Setting keys of this strategy. */
export const extractiveSettings: readonly SettingSpec[] = [
  {
    key: 'compression.extractive.recencyWindow',
    type: 'integer',
    default: DEFAULT_SETTINGS.recencyWindow,
    minimum: 0,
    description: 'Newest entries that stay whole.',
  },
  {
    key: 'compression.extractive.dedup',
    type: 'boolean',
    default: DEFAULT_SETTINGS.dedup,
    description: 'Replace text that occurs again later by a reference.',
  },
  {
    key: 'compression.extractive.nearDedup',
    type: 'boolean',
    default: DEFAULT_SETTINGS.nearDedup,
    description: 'Replace near duplicates of later text by references.',
  },
  {
    key: 'compression.extractive.nearThreshold',
    type: 'number',
    default: DEFAULT_SETTINGS.nearThreshold,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
    description: 'Minimum share of equal lines of a near duplicate.',
  },
  {
    key: 'compression.extractive.embedSummaryId',
    type: 'boolean',
    default: DEFAULT_SETTINGS.embedSummaryId,
    description: 'Show the ids of summaries in their marks.',
  },
  {
    key: 'compression.extractive.rollUp',
    type: 'boolean',
    default: DEFAULT_SETTINGS.rollUp,
    description: 'Summarize runs of old summaries.',
  },
  {
    key: 'compression.extractive.keepOrder',
    type: 'boolean',
    default: DEFAULT_SETTINGS.keepOrder,
    description: 'Leave code in its place between the prose instead of after it.',
  },
];

/** Returns the current settings of this strategy from all settings of a host. */
export function pickSettings(values: SettingValues): ExtractiveSettings {
  const set: Record<string, unknown> = {};
  for (const { key } of extractiveSettings) {
    const value = values[key];
    if (value !== undefined) set[key.slice(key.lastIndexOf('.') + 1)] = value;
  }
  return set;
}

/**
 * Returns the settings with their defaults.
 *
 * @throws {ExtractiveOptionError} when a value is invalid
 */
export function checkSettings(given: ExtractiveSettings): Required<ExtractiveSettings> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const settings: Required<ExtractiveSettings> = {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(set),
  };
  for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof ExtractiveSettings)[]) {
    const [isAccepted, expected] = ACCEPTED[name];
    if (!isAccepted(settings[name])) {
      throw new ExtractiveOptionError(name, settings[name], expected);
    }
  }
  return settings;
}

type Acceptance = readonly [isAccepted: (value: unknown) => boolean, expected: string];

const FLAG: Acceptance = [(value) => typeof value === 'boolean', 'true or false'];

const ACCEPTED: Readonly<Record<keyof ExtractiveSettings, Acceptance>> = {
  recencyWindow: [
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    'an integer of at least 0',
  ],
  dedup: FLAG,
  nearDedup: FLAG,
  nearThreshold: [
    (value) => typeof value === 'number' && value > 0 && value <= 1,
    'a number above 0, at most 1',
  ],
  embedSummaryId: FLAG,
  rollUp: FLAG,
  keepOrder: FLAG,
};
