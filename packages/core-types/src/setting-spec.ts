/** One setting: its key, valid values and default. */
export interface SettingSpec {
  /** Full key, for example `compression.density.recencyRetention`. */
  readonly key: string;
  readonly type: 'boolean' | 'number' | 'integer' | 'string' | 'enum';
  /** One sentence for users. */
  readonly description: string;
  readonly default?: boolean | number | string;
  /** Bounds of numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The bounds themselves are invalid. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  /** Valid values of an enum. */
  readonly values?: readonly string[];
}

/** A value that a setting can have. */
export type SettingValue = boolean | number | string;

/** Types of settings by full key, derived from their specs. Those without a default may be `undefined`. */
export type SettingsOf<Specs extends readonly SettingSpec[]> = {
  readonly [Spec in Specs[number] as Spec['key']]:
    | ValueOf<Spec>
    | (Spec extends { readonly default: unknown } ? never : undefined);
};

type ValueOf<Spec extends SettingSpec> = Spec extends { readonly type: 'boolean' }
  ? boolean
  : Spec extends { readonly type: 'number' | 'integer' }
    ? number
    : Spec extends { readonly type: 'enum'; readonly values: readonly (infer Value)[] }
      ? Value
      : string;

type SettingType = SettingSpec['type'];

/** Check of a value, by type. */
const CHECKS: Readonly<Record<SettingType, (value: unknown, spec: SettingSpec) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  number: (value, spec) => Number.isFinite(value) && isWithin(Number(value), spec),
  integer: (value, spec) => Number.isSafeInteger(value) && isWithin(Number(value), spec),
  string: (value) => typeof value === 'string' && value.trim() !== '',
  enum: (value, { values = [] }) => values.some((accepted) => accepted === value),
};

/** Description of the valid values for an error message, by type. */
const DESCRIPTIONS: Readonly<Record<SettingType, (spec: SettingSpec) => string>> = {
  boolean: () => 'true or false',
  number: (spec) => `a number${describeBounds(spec)}`,
  integer: (spec) => `a whole number${describeBounds(spec)}`,
  string: () => 'a text that is not blank',
  enum: ({ values = [] }) => `one of ${values.join(', ')}`,
};

/** Types a setting can have. */
export const SETTING_TYPES: readonly string[] = Object.keys(CHECKS);

/** Returns whether a spec accepts a value. Nothing is coerced. */
export function acceptsSetting(spec: SettingSpec, value: unknown): value is SettingValue {
  return CHECKS[spec.type](value, spec);
}

/** Describes the accepted values for an error message: `a whole number of at least 1`. */
export function describeSetting(spec: SettingSpec): string {
  return DESCRIPTIONS[spec.type](spec);
}

function isWithin(
  value: number,
  {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = false,
    exclusiveMaximum = false,
  }: SettingSpec,
): boolean {
  const isAbove = exclusiveMinimum ? value > minimum : value >= minimum;
  return isAbove && (exclusiveMaximum ? value < maximum : value <= maximum);
}

function describeBounds({
  minimum,
  maximum,
  exclusiveMinimum = false,
  exclusiveMaximum = false,
}: SettingSpec): string {
  const bounds: string[] = [];
  if (minimum !== undefined)
    bounds.push(`${exclusiveMinimum ? 'greater than' : 'of at least'} ${minimum}`);
  if (maximum !== undefined)
    bounds.push(`${exclusiveMaximum ? 'less than' : 'at most'} ${maximum}`);
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
}
