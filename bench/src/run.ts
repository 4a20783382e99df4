import { adapterReport } from './adapter/overhead.ts';
import { readBenchArguments, UsageError } from './benchmarks/bench-arguments.ts';
import type { Report } from './benchmarks/check-report.ts';
import { writePage } from './benchmarks/page.ts';
import { runReports } from './benchmarks/run-reports.ts';
import { constraintsReport } from './constraints/constraints-report.ts';
import { directivesReport } from './directives/directives-report.ts';
import { modelReport } from './model/model-report.ts';
import { longSessionReport } from './orchestrator/long-session.ts';
import { turnCostReport } from './orchestrator/turn-cost.ts';
import { proseReport } from './prose/prose-report.ts';
import { questionsReport } from './questions/questions-report.ts';
import { billsReport } from './replay/bills-report.ts';
import { replayReport } from './replay/replay-report.ts';
import { retentionReport } from './retention/retention-report.ts';
import { salienceReport } from './salience-speed/salience-report.ts';
import { growthReport } from './speed/growth/growth-report.ts';
import { speedReport } from './speed/speed-report.ts';
import { startupReport } from './startup/startup-report.ts';
import { tokensReport } from './tokens/tokens-report.ts';
import { validityReport } from './validity/validity-report.ts';

const REPORTS: Readonly<Record<string, Report>> = {
  speed: speedReport,
  growth: () => growthReport(),
  startup: startupReport,
  prose: proseReport,
  retention: retentionReport,
  questions: questionsReport,
  salience: salienceReport,
  model: modelReport,
  replay: replayReport,
  bills: billsReport,
  turn: turnCostReport,
  'long-session': longSessionReport,
  adapter: adapterReport,
  directives: directivesReport,
  constraints: constraintsReport,
  validity: validityReport,
  tokens: tokensReport,
};

/** Reports that use recorded conversations, at least in part. Without the corpus they run on generated ones, and committed results stay. */
const RECORDED = new Set<string>([
  'speed',
  'retention',
  'questions',
  'validity',
  'salience',
  'model',
  'replay',
  'bills',
  'directives',
  'constraints',
  'tokens',
]);

const given = process.argv.slice(2);
try {
  const options = readBenchArguments(given, Object.keys(REPORTS));
  if (!options.isPage) {
    const isAsItWas = await runReports({ ...options, given, reports: REPORTS, recorded: RECORDED });
    if (!isAsItWas) process.exitCode = 1;
  }
  if (!options.isCheck) writePage();
} catch (error) {
  // A usage error needs no stack trace.
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
