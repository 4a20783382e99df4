import { readBenchArguments, UsageError } from './benchmarks/bench-arguments.ts';
import type { Report } from './benchmarks/check-report.ts';
import { writePage } from './benchmarks/page.ts';
import { runReports } from './benchmarks/run-reports.ts';
import { constraintsReport } from './constraints/constraints-report.ts';
import { directivesReport } from './directives/directives-report.ts';
import { priorityReport } from './priority/priority-report.ts';
import { questionsReport } from './questions/questions-report.ts';
import { replayReport } from './replay/replay-report.ts';
import { retentionReport } from './retention/retention-report.ts';
import { speedReport } from './speed/speed-report.ts';
import { tokensReport } from './tokens/tokens-report.ts';
import { validityReport } from './validity/validity-report.ts';

const REPORTS: Readonly<Record<string, Report>> = {
  speed: speedReport,
  retention: retentionReport,
  questions: questionsReport,
  priority: priorityReport,
  replay: replayReport,
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
  'replay',
  'directives',
  'constraints',
  'tokens',
]);

try {
  const options = readBenchArguments(process.argv.slice(2), Object.keys(REPORTS));
  if (!options.isPage) {
    const isAsItWas = await runReports({ ...options, reports: REPORTS, recorded: RECORDED });
    if (!isAsItWas) process.exitCode = 1;
  }
  if (!options.isCheck) writePage();
} catch (error) {
  // A usage error needs no stack trace.
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
