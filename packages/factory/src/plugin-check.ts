import {
  acceptsSetting,
  describeSetting,
  describeValue,
  isRecord,
  PalimpsestError,
  SETTING_TYPES,
  type Services,
  type SettingSpec,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { checkServices } from './check-services.ts';
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

/** Names of strategies: no white space, because commands and settings quote them. */
const STRATEGY_NAME = /^[^\s\p{C}]{1,100}$/u;
const HUMAN_TEXT_POLICIES: readonly unknown[] = ['kept', 'last', 'eligible'];

/**
 * @throws {RegistrationError} when the value is not a plugin
 * @throws {OptionError} when it declares an unknown service, or an invalid default of one
 */
export function checkPlugin(plugin: StrategyPlugin): void {
  const received: unknown = plugin;
  if (!isRecord(received))
    throw invalid('INVALID_PLUGIN', received, 'expected an object', received);
  const { specification, name, create, humanText } = received;
  const check = (isMet: boolean, code: RegistrationErrorCode, expected: string, value: unknown) => {
    if (!isMet) throw invalid(code, received, expected, value);
  };
  const version =
    'specification: expected 1 (install versions of the plugin and the factory that go together)';
  check(specification === 1, 'UNSUPPORTED_SPECIFICATION', version, specification);
  const isName = typeof name === 'string' && STRATEGY_NAME.test(name);
  check(
    isName,
    'INVALID_STRATEGY_NAME',
    'name: expected 1 to 100 characters without white space',
    name,
  );
  check(typeof create === 'function', 'INVALID_PLUGIN', 'create: expected a function', create);
  const policies = `humanText: expected one of ${HUMAN_TEXT_POLICIES.join(', ')}`;
  check(HUMAN_TEXT_POLICIES.includes(humanText), 'INVALID_PLUGIN', policies, humanText);
  checkServices((plugin.services ?? {}) as Services);
  for (const spec of plugin.settings ?? []) {
    const { key, type, values = [], default: defaultValue } = spec;
    const toError = (expected: string, value: unknown): RegistrationError =>
      invalid('INVALID_SETTING_SPEC', plugin, `setting "${key}": expected ${expected}`, value);
    if (key.trim() === '') throw toError('a key', key);
    if (!SETTING_TYPES.includes(type)) throw toError(`a type of ${SETTING_TYPES.join(', ')}`, type);
    if (type === 'enum' && values.length === 0) throw toError('values', values);
    if (defaultValue !== undefined && !acceptsSetting(spec, defaultValue))
      throw toError(`as default ${describeSetting(spec)}`, defaultValue);
  }
}

function invalid(
  code: RegistrationErrorCode,
  plugin: unknown,
  expected: string,
  value: unknown,
): RegistrationError {
  const called = isRecord(plugin) && 'name' in plugin ? ` ${describeValue(plugin['name'])}` : '';
  const message = `Strategy plugin${called}: ${expected}, got ${describeValue(value)}.`;
  return new RegistrationError(message, code);
}

/** Rejects settings that this package or another plugin declares differently. An equal declaration is accepted. */
export function checkSettingConflicts(
  plugin: StrategyPlugin,
  others: Iterable<StrategyPlugin>,
): void {
  const declared = new Map<string, { readonly spec: SettingSpec; readonly by: string }>();
  const declare = (specs: readonly SettingSpec[], by: string): void => {
    for (const spec of specs) {
      const first = declared.get(spec.key) ?? { spec, by };
      declared.set(spec.key, first);
      if (formatDefinition(spec) === formatDefinition(first.spec)) continue;
      throw new RegistrationError(
        `Strategy plugin "${plugin.name}" declares the setting "${spec.key}" as ${formatDefinition(spec)}, but ${first.by} declared it as ${formatDefinition(first.spec)}. Declare the same, or choose another key.`,
        'SETTING_CONFLICT',
      );
    }
  };
  declare(SETTING_SPECS, '@palimpsest/factory');
  for (const { name, settings = [] } of others)
    if (name !== plugin.name) declare(settings, `strategy "${name}"`);
  declare(plugin.settings ?? [], 'itself');
}

/** Returns everything that defines a setting except its key and description. */
function formatDefinition({
  type,
  default: value,
  minimum,
  maximum,
  values,
  ...ends
}: SettingSpec): string {
  const exclusiveMinimum = ends.exclusiveMinimum === true || undefined;
  const exclusiveMaximum = ends.exclusiveMaximum === true || undefined;
  const bounds = { minimum, maximum, exclusiveMinimum, exclusiveMaximum };
  return JSON.stringify({ type, default: value, ...bounds, values: values?.toSorted() });
}
