import type { BadLine } from '../conversations/conversation.ts';
import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { createProgressBar } from '../rewrite/progress-bar.ts';
import type { Reporter } from '../rewrite/reporter.ts';
import { detectStyle } from '../terminal/style.ts';
import type { ConversationReport } from './conversation-report.ts';
import { drawReport, MAX_LISTED } from './draw-report.ts';
import { addReport, createTotals } from './totals.ts';

/** Shows a progress bar, and at the end a report. */
export function createTextReporter(
  { name, progress }: Pick<Input, 'name' | 'progress'>,
  { stdout, stderr, env, now }: MainIo,
  writesToStdout: boolean,
): Reporter<ConversationReport> {
  const style = detectStyle(stderr, env);
  const totals = createTotals();
  const reports: ConversationReport[] = [];
  const skipped: BadLine[] = [];
  // A bar would mix with data on the same terminal.
  const hasBar = style.isTerminal && !(writesToStdout && stdout.isTTY === true);
  const bar = hasBar ? createProgressBar(stderr, style, { share: progress, now }) : undefined;
  const update = (): void => bar?.update(totals.sums.conversations + skipped.length);
  return {
    working: (text) => bar?.note(text),
    done(report) {
      addReport(totals, report);
      if (reports.length <= MAX_LISTED) reports.push(report);
      update();
    },
    skipped(bad) {
      skipped.push({ ...bad, text: '' });
      update();
    },
    finish() {
      bar?.clear();
      stderr.write(`${drawReport({ name, totals, reports, skipped }, style).join('\n')}\n`);
    },
    stop: () => bar?.clear(),
  };
}
