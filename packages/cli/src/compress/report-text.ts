import type { BadLine } from '../forms/item.ts';
import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { lookOf } from '../terminal/look.ts';
import { progressBar } from '../rewrite/progress.ts';
import type { Reporter } from '../rewrite/reporter.ts';
import type { ConversationReport } from './conversation-report.ts';
import { singleReport } from './single-report.ts';
import { LINES_SHOWN, tableReport } from './table-report.ts';
import { addTo, emptyTotals } from './totals.ts';

/** A report for people, once everything is done, and a bar before that. */
export function textReporter(
  { name, progress }: Pick<Input, 'name' | 'progress'>,
  { stdout, stderr, env, now }: MainIo,
  writesToStdout: boolean,
): Reporter<ConversationReport> {
  const look = lookOf(stderr, env);
  const totals = emptyTotals();
  const reports: ConversationReport[] = [];
  const skipped: BadLine[] = [];
  // A bar between lines of data on the same terminal would spoil both.
  const isFree = look.isTerminal && !(writesToStdout && stdout.isTTY === true);
  const bar = isFree ? progressBar(stderr, look, { share: progress, now }) : undefined;
  const update = (): void => bar?.update(totals.conversations + skipped.length);
  return {
    working: (text) => bar?.note(text),
    done(report) {
      addTo(totals, report);
      if (reports.length <= LINES_SHOWN) reports.push(report);
      update();
    },
    skipped({ problem, ...bad }) {
      skipped.push({ ...bad, problem, text: '' });
      update();
    },
    finish() {
      bar?.clear();
      const [only] = reports;
      const lines =
        only !== undefined && reports.length === 1 && skipped.length === 0
          ? singleReport(only, look)
          : tableReport({ name, totals, reports, skipped }, look);
      stderr.write(`${lines.join('\n')}\n`);
    },
    stop: () => bar?.clear(),
  };
}
