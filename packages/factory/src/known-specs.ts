import type { SettingSpec, StrategyPlugin } from '@palimpsest/core-types';
import { RegistrationError } from './registration-error.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';

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
