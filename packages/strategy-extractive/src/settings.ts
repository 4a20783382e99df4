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

export const DEFAULT_RECENCY_WINDOW = 4;

/** Types of the settings. All integers and all numbers have the same bounds. */
type SettingType = 'boolean' | 'integer' | 'number';

type Spec = Omit<SettingSpec, 'key'> & { readonly type: SettingType };

const SPECS: Readonly<Record<keyof ExtractiveSettings, Spec>> = {
  recencyWindow: {
    type: 'integer',
    default: DEFAULT_RECENCY_WINDOW,
    minimum: 0,
    description: 'Newest entries that stay whole.',
  },
  dedup: {
    type: 'boolean',
    default: true,
    description: 'Replace text that occurs again later by a reference.',
  },
  nearDedup: {
    type: 'boolean',
    default: false,
    description: 'Replace near duplicates of later text by references.',
  },
  nearThreshold: {
    type: 'number',
    default: 0.85,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
    description: 'Minimum share of equal lines of a near duplicate.',
  },
  embedSummaryId: {
    type: 'boolean',
    default: false,
    description: 'Show the ids of summaries in their marks.',
  },
  rollUp: {
    type: 'boolean',
    default: false,
    description: 'Summarize runs of old summaries.',
  },
  keepOrder: {
    type: 'boolean',
    default: false,
    description: 'Leave code in its place between the prose instead of after it.',
  },
};

/** Setting keys of this strategy. */
export const extractiveSettings: readonly SettingSpec[] = Object.entries(SPECS).map(
  ([name, spec]) => ({ key: `compression.extractive.${name}`, ...spec }),
);

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
  const settings: Record<string, unknown> = {};
  for (const name of Object.keys(SPECS) as (keyof ExtractiveSettings)[]) {
    const spec = SPECS[name];
    const { [name]: value = spec.default } = given;
    const [isAccepted, expected] = ACCEPTED[spec.type];
    if (!isAccepted(value)) throw new ExtractiveOptionError(name, value, expected);
    settings[name] = value;
  }
  return settings as Required<ExtractiveSettings>;
}

type Acceptance = readonly [isAccepted: (value: unknown) => boolean, expected: string];

const ACCEPTED: Readonly<Record<SettingType, Acceptance>> = {
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  integer: [
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    'an integer of at least 0',
  ],
  number: [
    (value) => typeof value === 'number' && value > 0 && value <= 1,
    'a number above 0, at most 1',
  ],
};
