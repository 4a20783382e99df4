import {
  acceptsSetting,
  describeSetting,
  PalimpsestError,
  SETTING_TYPES,
  type HumanTextPolicy,
  type SettingSpec,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { SETTING_SPECS } from './settings/setting-specs.ts';

export type RegistrationErrorCode =
  | 'INVALID_PLUGIN'
  | 'UNSUPPORTED_SPECIFICATION'
  | 'INVALID_STRATEGY_NAME'
  | 'DUPLICATE_STRATEGY'
  | 'SETTING_CONFLICT'
  | 'INVALID_SETTING_SPEC'
  | 'REGISTRY_DISPOSED';

/** Thrown when a plugin is rejected, or a registry is used after its disposal. */
export class RegistrationError extends PalimpsestError {
  override readonly name: string = 'RegistrationError';
  declare readonly code: RegistrationErrorCode;
}

const SPECIFICATION = 1;
const MAX_NAME_LENGTH = 100;
const HUMAN_TEXT = ['kept', 'last', 'eligible'] satisfies HumanTextPolicy[];

export function checkPlugin(plugin: StrategyPlugin): void {
  const given: unknown = plugin;
  if (typeof given !== 'object' || given === null)
    throw new RegistrationError(
      `A strategy plugin must be an object, but is ${given === null ? 'null' : typeof given}.`,
      'INVALID_PLUGIN',
    );
  const { specification, name, create, humanText } = given as {
    readonly [Key in keyof StrategyPlugin]?: unknown;
  };
  const called =
    typeof name === 'string' ? ` ${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))}` : '';
  if (specification !== SPECIFICATION)
    throw new RegistrationError(
      `Strategy plugin${called} follows specification ${String(specification)}, but this factory knows only ${SPECIFICATION}. Use versions of the plugin and of @palimpsest/factory that go together.`,
      'UNSUPPORTED_SPECIFICATION',
    );
  if (typeof name !== 'string' || !isName(name))
    throw new RegistrationError(
      `The name of a strategy must be 1 to ${MAX_NAME_LENGTH} characters without white space, but is${called || ` ${typeof name}`}.`,
      'INVALID_STRATEGY_NAME',
    );
  if (typeof create !== 'function')
    throw new RegistrationError(
      `Strategy plugin${called} must have a create function, but create is ${typeof create}.`,
      'INVALID_PLUGIN',
    );
  if (!HUMAN_TEXT.some((policy) => policy === humanText))
    throw new RegistrationError(
      `Strategy plugin${called} has the humanText ${JSON.stringify(humanText)}, which is not one of ${HUMAN_TEXT.join(', ')}.`,
      'INVALID_PLUGIN',
    );
  for (const spec of plugin.settings ?? []) checkSpec(spec, plugin.name);
}

function isName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[^\s\p{C}]+$/u.test(name);
}

function checkSpec(spec: SettingSpec, plugin: string): void {
  const refuse = (reason: string) =>
    new RegistrationError(
      `Strategy plugin "${plugin}" declares the setting "${spec.key}" ${reason}.`,
      'INVALID_SETTING_SPEC',
    );
  if (spec.key.trim() === '') throw refuse('without a key');
  if (!SETTING_TYPES.includes(spec.type))
    throw refuse(`with the type "${spec.type}", which is not one of ${SETTING_TYPES.join(', ')}`);
  if (spec.type === 'enum' && (spec.values ?? []).length === 0) throw refuse('without values');
  if (spec.default !== undefined && !acceptsSetting(spec, spec.default))
    throw refuse(
      `with the default ${JSON.stringify(spec.default)}, which is not ${describeSetting(spec)}`,
    );
}

/** Rejects settings that this package or another plugin declares differently. An equal declaration is accepted. */
export function checkSettingConflicts(
  plugin: StrategyPlugin,
  others: Iterable<StrategyPlugin>,
): void {
  if (plugin.settings === undefined) return;
  const declared = new Map(
    SETTING_SPECS.map((spec) => [spec.key, { spec, by: '@palimpsest/factory' }]),
  );
  for (const other of others) {
    if (other.name === plugin.name) continue;
    for (const spec of other.settings ?? [])
      if (!declared.has(spec.key)) declared.set(spec.key, { spec, by: `strategy "${other.name}"` });
  }
  for (const spec of plugin.settings) {
    const known = declared.get(spec.key);
    declared.set(spec.key, known ?? { spec, by: 'itself' });
    if (known === undefined || meaning(spec) === meaning(known.spec)) continue;
    throw new RegistrationError(
      `Strategy plugin "${plugin.name}" declares the setting "${spec.key}" as ${meaning(spec)}, but ${known.by} declared it as ${meaning(known.spec)}. Declare the same, or choose another key.`,
      'SETTING_CONFLICT',
    );
  }
}

/** Joins lists of setting specs; the last spec of a key wins. */
export function joinSpecs(...lists: readonly (readonly SettingSpec[])[]): readonly SettingSpec[] {
  return Object.freeze([...new Map(lists.flat().map((spec) => [spec.key, spec])).values()]);
}

/** Returns everything that defines a setting except its key and description. */
function meaning(spec: SettingSpec): string {
  return JSON.stringify({
    type: spec.type,
    default: spec.default,
    minimum: spec.minimum,
    maximum: spec.maximum,
    exclusiveMinimum: spec.exclusiveMinimum === true ? true : undefined,
    exclusiveMaximum: spec.exclusiveMaximum === true ? true : undefined,
    values: spec.values?.toSorted(),
  });
}
