import { hasCorpus } from '../corpus.ts';
import type { BenchArguments } from './bench-arguments.ts';
import { checkReport, movedLines, type Report } from './check-report.ts';
import { readResult, writeResult } from './results.ts';

interface ReportRun extends Pick<BenchArguments, 'names' | 'isCheck'> {
  readonly reports: Readonly<Record<string, Report>>;
  /** Names of the reports that need recorded conversations. */
  readonly recorded: ReadonlySet<string>;
}

/** Measures and writes, or compares with the committed results. Returns whether nothing moved. */
export async function runReports(run: ReportRun): Promise<boolean> {
  const { names, isCheck, reports, recorded } = run;
  let isAsItWas = true;
  for (const name of names) {
    const report = reports[name]!;
    if (!hasCorpus && recorded.has(name)) {
      console.log(
        `${name}: the corpus is not beside this checkout. Only what is generated is measured; what is committed is neither compared nor written.`,
      );
      await report();
    } else if (isCheck) {
      const lines = await check(name, report);
      if (lines.length > 0) isAsItWas = false;
      console.log(lines.length > 0 ? lines.join('\n') : `${name}: nothing moved`);
    } else {
      const measured = await report();
      if (measured !== undefined) writeResult(name, measured);
    }
  }
  return isAsItWas;
}

async function check(name: string, report: Report): Promise<readonly string[]> {
  const committed = readResult(name);
  if (committed === undefined) {
    return [`${name}: bench/results/${name}.json is not there. Write it: pnpm bench ${name}`];
  }
  const moved = await checkReport(report, committed);
  return moved.length === 0 ? [] : movedLines(name, moved);
}
