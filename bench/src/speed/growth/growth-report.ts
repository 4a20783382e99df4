import { printTable } from '../../tables.ts';
import type { GrowthMethod } from './method.ts';
import { OTHERS } from './others.ts';
import { OURS } from './ours.ts';
import type { SpeedReport } from '../report.ts';
import { growthFigures } from './growth-figures.ts';
import { measurePass, type PassRow } from './passes.ts';
import { measureTurns, type TurnRow } from './turns.ts';
import type { Bounds } from './watch.ts';

const METHODS: readonly GrowthMethod[] = [...OURS, ...OTHERS];

export interface GrowthSizes {
  /** Numbers of messages, in ascending order. */
  readonly passes: readonly number[];
  readonly turns: readonly number[];
  readonly bounds: Bounds;
  /** Seconds for the timed passes of a method over a transcript, after the first. */
  readonly seconds: number;
}

/** A method is stopped after it examined each of 100,000 messages six hundred times, or after a minute. */
const SIZES: GrowthSizes = {
  passes: [1_000, 10_000, 100_000],
  turns: [1_000, 10_000],
  bounds: { looks: 60_000_000, seconds: 60 },
  seconds: 1,
};

/** Measures the strategies without a model and other packages on one history, from a thousand to a hundred thousand messages. */
export async function growthReport(sizes: GrowthSizes = SIZES): Promise<SpeedReport> {
  const passes: PassRow[] = [];
  for (const size of sizes.passes) {
    for (const method of METHODS) passes.push(await measurePass(method, size, sizes));
  }
  const turns: TurnRow[] = [];
  for (const size of sizes.turns) {
    for (const method of METHODS) {
      turns.push(...(await measureTurns(method, size, sizes.bounds)));
    }
  }
  const report = growthFigures(
    passes,
    turns,
    OURS.map(({ name }) => name),
  );
  const { figures, times } = report;
  printTable('One full pass over one transcript', times['passes'] ?? []);
  printTable('Messages looked at in a pass', figures.counts['passes'] ?? []);
  printTable('Cost of a byte to the cost at the smallest size', times['growth'] ?? []);
  printTable('A request more in a conversation that was made smaller', times['turns'] ?? []);
  return report;
}
