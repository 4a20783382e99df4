import type { StrategyRegistry } from '@palimpsest/factory';
import type { CompressOptions } from 'palimpsest';
import type { Arguments } from './arguments/command.ts';
import type { Warning } from './terminal/notices.ts';
import { printable } from './terminal/printable.ts';

const MODEL_STRATEGIES = ['middle-out', 'one-shot'];

/** Settings that determine the target, unless an option does. */
const TARGET: ReadonlySet<string> = new Set([
  'context-limit',
  'compression-threshold',
  'compression.density.compressHeadroom',
]);

/** Shared settings that only some strategies read. */
const STRATEGIES: Readonly<Record<string, readonly string[]>> = {
  'compression-preserve-threshold': ['salience', 'high-density', ...MODEL_STRATEGIES],
  'compression-top-preserve-threshold': ['middle-out'],
  'compression.density.keepHumanText': ['high-density'],
  compressionVerification: MODEL_STRATEGIES,
};

/** Settings of a host that manages a running agent, whichever package declares them. */
const HOST_ONLY: ReadonlySet<string> = new Set([
  'compression.density.readWritePruning',
  'compression.density.fileDedupe',
  'compression.density.recencyPruning',
  'compression.density.recencyRetention',
  'compression.density.optimizeThreshold',
  'compression.density.staleReads',
  'compression.profile',
  'compression.fallback',
  'compression.triggerTokens',
  'compression.economics',
  'compression.prefillTokensPerSecond',
  'compression.decodeTokensPerSecond',
  'compression.economicThreshold',
  'compression.economicHeadroom',
  'compression.targetByPrice',
  'compression.expectedCalls',
  'compression.moment',
  'compression.boundThinking',
  'compression.ingestTokens',
  'compression.maxRequestBytes',
  'compression.drop',
  'compression.repeatedReads',
  'maxOutputTokens',
]);

/** What reads a setting: every compression, the target, only hosts, or the strategies in the list. */
type SettingReader = 'compress' | 'target' | 'host' | readonly string[];

export function findSettingReader(
  key: string,
  registry: Pick<StrategyRegistry, 'plugins'>,
): SettingReader {
  if (HOST_ONLY.has(key)) return 'host';
  if (TARGET.has(key)) return 'target';
  const shared = STRATEGIES[key];
  if (shared !== undefined) return shared;
  const owners = registry
    .plugins()
    .filter(({ settings = [] }) => settings.some((spec) => spec.key === key))
    .map(({ name }) => name);
  return owners.length > 0 ? owners : 'compress';
}

/** A run of `compress`, as far as it decides which settings are read. */
interface SettingsUse {
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
export function findUnusedSettings(
  { given, settings, strategy, fallback, needsModel }: SettingsUse,
  registry: StrategyRegistry,
): Warning[] {
  const reducer = needsModel ? (settings[REDUCER] ?? 'salience') : undefined;
  const running = new Set<unknown>([strategy, fallback, reducer]);

  /** Returns why a setting has no effect; `undefined` if it has one. */
  const explain = (key: string): string | undefined => {
    const option = OVERRIDES[key];
    const value = option === undefined ? undefined : given.get(option);
    if (value !== undefined && value.replaceAll('_', '') !== String(settings[key])) {
      return `--${option} ${printable(value, 80)} overrides it`;
    }
    const reader = findSettingReader(key, registry);
    if (reader === 'compress') return undefined;
    if (reader === 'host') return 'only a host, such as @palimpsest/orchestrator, reads it';
    if (reader === 'target') {
      const target = ['target-tokens', 'target-ratio'].find((name) => given.has(name));
      const isModelWindow = key === 'context-limit' && needsModel;
      return target === undefined || isModelWindow ? undefined : `--${target} sets the target`;
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
