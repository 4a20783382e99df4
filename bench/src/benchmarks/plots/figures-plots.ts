import { SHOWN_FAMILIES } from '../family-names.ts';
import type { Results } from '../results-read.ts';
import { costPlot } from './cost-plot.ts';
import { growthPlot } from './growth-plot.ts';
import { questionsPlot, retentionPlot } from './kept-plots.ts';

const CUT = 70;

/** Draws every picture that the results allow, by file name. */
export function plots(results: Results): ReadonlyMap<string, string> {
  const drawn = new Map<string, string>();
  for (const [family, { title, picture }] of Object.entries(SHOWN_FAMILIES)) {
    const rows = results.retention?.figures.rows.filter(
      (row) => row.family === family && row.cut === CUT,
    );
    if (rows !== undefined && rows.length > 0) drawn.set(picture, retentionPlot(title, rows));
  }
  if (results.questions !== undefined) {
    drawn.set('questions', questionsPlot(results.questions.figures.rows));
  }
  if (results.replay !== undefined) drawn.set('cost', costPlot(results.replay));
  if (results.growth !== undefined) drawn.set('growth', growthPlot(results.growth));
  return drawn;
}
