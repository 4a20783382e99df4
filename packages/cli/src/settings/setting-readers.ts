import type { StrategyRegistry } from '@palimpsest/factory';

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
  'compression.economics',
  'compression.economicThreshold',
  'compression.economicHeadroom',
  'compression.expectedCalls',
  'compression.moment',
  'compression.boundThinking',
  'compression.ingestTokens',
  'maxOutputTokens',
]);

/** What reads a setting: every compression, the target, only hosts, or the strategies in the list. */
export type SettingReader = 'compress' | 'target' | 'host' | readonly string[];

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
