import type { StrategyRegistry } from '@palimpsest/factory';
import { SETTING_SPECS } from '@palimpsest/factory/settings';
import type { CompressOptions } from 'palimpsest';
import type { Warning } from './terminal/notices.ts';

const MODEL_STRATEGIES = ['middle-out', 'one-shot'];

/** What reads a setting: every compression, the target, only hosts, or the strategies in the list. */
type SettingReader = 'compress' | 'target' | 'host' | readonly string[];

/** Readers of shared settings. All others are for a host that manages a running agent, also where a strategy declares them. */
const READERS: Readonly<Record<string, SettingReader>> = {
  'compression.strategy': 'compress',
  'compression.keep': 'compress',
  'compression.pinDirectives': 'compress',
  // These determine the target, unless an option does.
  'context-limit': 'target',
  'compression-threshold': 'target',
  'compression.density.compressHeadroom': 'target',
  'compression-preserve-threshold': ['salience', 'high-density', ...MODEL_STRATEGIES],
  'compression-top-preserve-threshold': ['middle-out'],
  'compression.density.keepHumanText': ['high-density'],
  compressionVerification: MODEL_STRATEGIES,
};

export function findSettingReader(
  key: string,
  registry: Pick<StrategyRegistry, 'plugins'>,
): SettingReader {
  const reader = READERS[key];
  if (reader !== undefined) return reader;
  if (SETTING_SPECS.some((spec) => spec.key === key)) return 'host';
  const owners = registry
    .plugins()
    .filter(({ settings = [] }) => settings.some((spec) => spec.key === key));
  return owners.map(({ name }) => name);
}

/** A run of `compress`, as far as it decides which settings are read. */
interface SettingsUse {
  readonly given: {
    readonly targetTokens?: number | undefined;
    readonly targetRatio?: number | undefined;
  };
  readonly settings: NonNullable<CompressOptions['settings']>;
  readonly strategy: string;
  readonly fallback: string | undefined;
  readonly needsModel: boolean;
}

const REDUCER = 'compression.summary.reduceWith';

/** Returns a warning for each setting that this run does not read. */
export function findUnusedSettings(
  { given, settings, strategy, fallback, needsModel }: SettingsUse,
  registry: StrategyRegistry,
): Warning[] {
  const reducer = needsModel ? (settings[REDUCER] ?? 'salience') : undefined;
  const running = new Set<unknown>([strategy, fallback, reducer]);

  /** Returns why a setting has no effect; `undefined` if it has one. */
  const explain = (key: string): string | undefined => {
    const reader = findSettingReader(key, registry);
    if (reader === 'compress') return undefined;
    if (reader === 'host') return 'only a host, such as @palimpsest/orchestrator, reads it';
    if (reader === 'target') {
      const { targetTokens, targetRatio } = given;
      const isModelWindow = key === 'context-limit' && needsModel;
      if (isModelWindow || (targetTokens ?? targetRatio) === undefined) return undefined;
      return `--${targetTokens === undefined ? 'target-ratio' : 'target-tokens'} sets the target`;
    }
    if (reader.some((name) => running.has(name))) return undefined;
    return `${reader.join(', ')} ${reader.length === 1 ? 'reads' : 'read'} it, ${strategy} does not`;
  };

  return Object.keys(settings).flatMap((key) => {
    const reason = explain(key);
    if (reason === undefined) return [];
    return [{ message: `--set ${key} has no effect: ${reason}.`, facts: { setting: key, reason } }];
  });
}
