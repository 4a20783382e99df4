import type { CompressionStrategy, DensityConfig, IContent } from '@palimpsest/core-types';
import { applyDensityResult } from '@palimpsest/history';
import type { TokenMeter } from '../meter/token-meter.ts';

/** What a strategy would take out of a history because it is no longer true, or stands twice. */
export interface StalePlan {
  /** Index of the first entry it touches. */
  readonly firstIndex: number;
  readonly savedTokens: number;
  /** Entries taken out or changed. */
  readonly count: number;
  apply(): readonly IContent[];
}

/** `undefined` where there is nothing to do, or nobody who could. */
export async function planStale(
  strategy: Pick<CompressionStrategy, 'optimize' | 'trigger'>,
  raw: readonly IContent[],
  density: DensityConfig,
  meter: TokenMeter,
): Promise<StalePlan | undefined> {
  if (strategy.optimize === undefined || strategy.trigger.mode !== 'continuous') return undefined;
  const plan = strategy.optimize(raw, density);
  const { removals, replacements } = plan;
  const count = removals.length + replacements.size;
  if (count === 0) return undefined;
  const touched = [...removals, ...replacements.keys()];
  const tokensOf = async (entries: readonly IContent[]) => await meter.tokensOf(entries);
  const before = await tokensOf(touched.map((at) => raw[at]!));
  const after = await tokensOf([...replacements.values()]);
  return {
    firstIndex: touched.reduce((first, at) => Math.min(first, at)),
    savedTokens: before - after,
    count,
    apply: () => applyDensityResult(raw, plan),
  };
}
