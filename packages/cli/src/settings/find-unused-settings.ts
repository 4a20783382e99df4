import type { StrategyRegistry } from '@palimpsest/factory';
import type { CompressOptions } from 'palimpsest';
import type { Arguments } from '../arguments/command.ts';
import type { Warning } from '../terminal/notices.ts';
import { printable } from '../terminal/printable.ts';
import { findSettingReader } from './setting-readers.ts';

/** A run of `compress`, as far as it decides which settings are read. */
export interface SettingsUse {
  readonly given: Arguments;
  readonly settings: NonNullable<CompressOptions['settings']>;
  readonly strategy: string;
  readonly fallback: string | undefined;
  readonly needsModel: boolean;
}

const REDUCER = 'compression.summary.reduceWith';

/** Options that override a setting with the same meaning. */
const OVERRIDES: Readonly<Record<string, string>> = {
  'compression.strategy': 'strategy',
  'context-limit': 'context-limit',
};

/** Returns a warning for each setting that this run does not read, or that an option overrides. */
export function findUnusedSettings(use: SettingsUse, registry: StrategyRegistry): Warning[] {
  return Object.keys(use.settings).flatMap((key) => {
    const reason = explainOverride(key, use) ?? explainUnread(key, use, registry);
    if (reason === undefined) return [];
    return [{ message: `--set ${key} has no effect: ${reason}.`, facts: { setting: key, reason } }];
  });
}

function explainOverride(key: string, { given, settings }: SettingsUse): string | undefined {
  const option = OVERRIDES[key];
  const value = option === undefined ? undefined : given.get(option);
  if (value === undefined || value.replaceAll('_', '') === String(settings[key])) return undefined;
  return `--${option} ${printable(value, 80)} overrides it`;
}

function explainUnread(
  key: string,
  { given, settings, strategy, fallback, needsModel }: SettingsUse,
  registry: StrategyRegistry,
): string | undefined {
  const reader = findSettingReader(key, registry);
  if (reader === 'compress') return undefined;
  if (reader === 'host') return 'only a host, such as @palimpsest/orchestrator, reads it';
  if (reader === 'target') {
    const target = ['target-tokens', 'target-ratio'].find((option) => given.has(option));
    const isModelWindow = key === 'context-limit' && needsModel;
    return target === undefined || isModelWindow ? undefined : `--${target} sets the target`;
  }
  const reducer = needsModel ? (settings[REDUCER] ?? 'salience') : undefined;
  const running = new Set<unknown>([strategy, fallback, reducer]);
  if (reader.some((name) => running.has(name))) return undefined;
  return `${reader.join(', ')} ${reader.length === 1 ? 'reads' : 'read'} it, ${strategy} does not`;
}
