// Measures, and writes the results and the page: `pnpm bench [NAME…]`. With --check it compares with the committed results and writes nothing;
// with --page it only writes the page. --data names the folder with the data of other projects.
import { parseArgs } from 'node:util';
import { checkReport, movedLines, type Report } from './benchmarks/check-report.ts';
import { writePage } from './benchmarks/page.ts';
import { readResult, writeResult } from './benchmarks/results.ts';
import { constraintsReport } from './constraints/constraints-report.ts';
import { hasCorpus } from './corpus.ts';
import { directivesReport } from './directives/directives-report.ts';
import { foreignReport, HOW_TO_GET } from './foreign/foreign-report.ts';
import { priorityReport } from './priority/priority-report.ts';
import { questionsReport } from './questions/questions-report.ts';
import { replayReport } from './replay/replay-report.ts';
import { retentionReport } from './retention/retention-report.ts';
import { speedReport } from './speed/speed-report.ts';
import { tokensReport } from './tokens/tokens-report.ts';
import { validityReport } from './validity/validity-report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, page: { type: 'boolean' }, data: { type: 'string' } },
});
const REPORTS: Readonly<Record<string, Report>> = {
  speed: speedReport,
  retention: retentionReport,
  questions: questionsReport,
  priority: priorityReport,
  replay: replayReport,
  directives: directivesReport,
  constraints: constraintsReport,
  foreign: () => foreignReport(values.data!),
  validity: validityReport,
  tokens: tokensReport,
};

/** The report that needs no recorded conversations. */
const GENERATED = 'priority';

const known = Object.keys(REPORTS);
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined) {
  throw new Error(`report: expected one of ${known.join(', ')}, got ${unknown}.`);
}
const names = values.page === true ? [] : known.filter(isWanted);
for (const name of names) await run(name, REPORTS[name]!);
if (values.check !== true) writePage();

function isWanted(name: string): boolean {
  return positionals.length === 0 || positionals.includes(name);
}

async function run(name: string, report: Report): Promise<void> {
  if (!hasCorpus && name !== GENERATED) {
    console.log(`${name}: not measured, the corpus is not beside this checkout.`);
    return;
  }
  if (name === 'foreign' && values.data === undefined) {
    console.log(HOW_TO_GET);
    return;
  }
  if (values.check !== true) {
    writeResult(name, await report());
    console.log(`${name}: written`);
    return;
  }
  const moved = await checkReport(report, readResult(name) ?? {});
  if (moved.length > 0) process.exitCode = 1;
  console.log(movedLines(name, moved).join('\n'));
}
