import type { SettingSpec } from '@palimpsest/core-types';
import {
  boolean,
  check,
  finite,
  number,
  picklist,
  pipe,
  safeInteger,
  safeParse,
  string,
  type GenericSchema,
} from 'valibot';
import type { SettingValue } from './setting-specs.ts';

type SettingSchema = GenericSchema<unknown, SettingValue>;

const SCHEMAS: Readonly<Record<SettingSpec['type'], (spec: SettingSpec) => SettingSchema>> = {
  boolean: () => boolean(),
  number: (spec) => pipe(number(), finite(), withinBounds(spec)),
  integer: (spec) => pipe(number(), safeInteger(), withinBounds(spec)),
  string: () =>
    pipe(
      string(),
      check((text) => text.trim() !== ''),
    ),
  enum: ({ values = [] }) => picklist(values),
};

const WORDS: Readonly<Record<SettingSpec['type'], (spec: SettingSpec) => string>> = {
  boolean: () => 'true or false',
  number: (spec) => `a number${describeBounds(spec)}`,
  integer: (spec) => `a whole number${describeBounds(spec)}`,
  string: () => 'a text that is not blank',
  enum: ({ values = [] }) => `one of ${values.join(', ')}`,
};

/** Types a setting can have. */
export const SETTING_TYPES: readonly string[] = Object.keys(SCHEMAS);

const built = new WeakMap<SettingSpec, SettingSchema>();

/** Returns whether a spec accepts a value without coercion. */
export function accepts(spec: SettingSpec, value: unknown): value is SettingValue {
  let schema = built.get(spec);
  if (schema === undefined) {
    schema = SCHEMAS[spec.type](spec);
    built.set(spec, schema);
  }
  return safeParse(schema, value).success;
}

/** Describes the accepted values for an error message: `a whole number of at least 1`. */
export function describeAccepted(spec: SettingSpec): string {
  return WORDS[spec.type](spec);
}

function withinBounds({
  minimum = -Infinity,
  maximum = Infinity,
  exclusiveMinimum = false,
  exclusiveMaximum = false,
}: SettingSpec): ReturnType<typeof check<number>> {
  return check((value) => {
    const isAbove = exclusiveMinimum ? value > minimum : value >= minimum;
    return isAbove && (exclusiveMaximum ? value < maximum : value <= maximum);
  });
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
