import type { SettingSpec } from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';

const TARGET: ReadonlySet<string> = new Set([
  'context-limit',
  'compression-threshold',
  'compression.density.compressHeadroom',
]);
const MODEL = ['middle-out', 'one-shot'];

/** Settings many may have that only some strategies read. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  'compression-preserve-threshold': ['salience', 'high-density', ...MODEL],
  'compression-top-preserve-threshold': ['middle-out'],
  'compression.density.keepHumanText': ['high-density'],
  compressionVerification: MODEL,
};

/** Settings of what a host asks for between compressions, whichever package declares them: of `optimize`, of models by profile. */
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

/** Who reads a setting when `compress` runs: whoever it is, what finds the target, some strategies, or nobody but a host. */
export type Reader = 'compress' | 'target' | 'host' | readonly string[];

export function readerOf(key: string, registry: Pick<StrategyRegistry, 'plugins'>): Reader {
  if (HOST_ONLY.has(key)) return 'host';
  if (TARGET.has(key)) return 'target';
  const named = READ_BY[key];
  if (named !== undefined) return named;
  const owners = registry
    .plugins()
    .filter(({ settings = [] }) => settings.some((spec) => spec.key === key))
    .map(({ name }) => name);
  return owners.length > 0 ? owners : 'compress';
}

/** Settings in two lists: what `compress` reads, and what only a host does. */
export function splitByReader(
  specs: readonly SettingSpec[],
  registry: Pick<StrategyRegistry, 'plugins'>,
): { readonly read: readonly SettingSpec[]; readonly host: readonly SettingSpec[] } {
  const isHost = ({ key }: SettingSpec): boolean => readerOf(key, registry) === 'host';
  return { read: specs.filter((spec) => !isHost(spec)), host: specs.filter(isHost) };
}
