import { mkdirSync, writeFileSync } from 'node:fs';
import { adapterReport } from './adapter/overhead.ts';
import { modelReport } from './model/model-report.ts';
import { longSessionReport } from './orchestrator/long-session.ts';
import { turnCostReport } from './orchestrator/turn-cost.ts';
import { proseReport } from './prose-report.ts';
import { replayReport } from './replay/replay-report.ts';
import { retentionReport } from './retention/retention-report.ts';
import { salienceReport } from './salience-speed/salience-report.ts';
import { speedReport } from './speed-report.ts';

const REPORTS = {
  speed: speedReport,
  prose: proseReport,
  retention: retentionReport,
  salience: salienceReport,
  model: modelReport,
  replay: replayReport,
  turn: turnCostReport,
  'long-session': longSessionReport,
  adapter: adapterReport,
};

const results = new URL('../results/', import.meta.url);
mkdirSync(results, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, report] of Object.entries(REPORTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const measured = await report();
  if (measured === undefined) continue;
  const text = JSON.stringify(measured, undefined, 2);
  writeFileSync(new URL(`${name}.json`, results), `${text}\n`);
}
