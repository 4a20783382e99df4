import { createStrategy } from '@palimpsest/engine';
import { createSalience, salience } from '@palimpsest/strategy-salience';
import { FITTED_FILES } from '../salience/fitted-files.ts';
import { fitWeights } from '../salience/fit-weights.ts';
import { collectSamples } from '../salience/samples.ts';
import { strategyMethod } from './compressors.ts';
import { CUTS, MAIN_FAMILIES, type Cut } from './places.ts';
import { measureRetention } from './retention-run.ts';
import type { RetentionRow } from './summarize.ts';

const BUDGETS = [25, 15];

/**
 * Measures `salience` on the half `judge` with its own weights, fitted on both halves, and with weights fitted on the half `tune` alone. The
 * difference shows how much the figures owe to weights that were fitted on the judged data.
 */
export async function measureTuning(cut: Cut): Promise<RetentionRow[]> {
  const cuts = CUTS.map((each) => each / 100);
  const { weights } = fitWeights(collectSamples(FITTED_FILES, cuts, 'tune'));
  const rows: RetentionRow[] = [];
  for (const [name, strategy] of [
    ['salience, own weights', createStrategy(salience)],
    ['salience, fitted on tune', createStrategy(createSalience({ weights }))],
  ] as const) {
    const measured = await measureRetention({
      method: { ...strategyMethod(strategy), name },
      families: MAIN_FAMILIES,
      budgets: BUDGETS,
      half: 'judge',
      cut,
    });
    for (const row of measured) rows.push(row);
  }
  return rows;
}
