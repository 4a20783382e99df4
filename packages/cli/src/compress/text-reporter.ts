import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import type { Reporter } from '../rewrite-conversations.ts';
import { formatCount, formatPercent } from '../terminal/numbers.ts';
import { detectStyle, drawGauge } from '../terminal/style.ts';
import { drawReport } from './draw-report.ts';
import { Totals, type ConversationReport } from './conversation-report.ts';

/** Milliseconds between two updates of the progress bar, and before the first: short work needs no bar. */
const INTERVAL = 100;
const DELAY = 400;
const CLEAR = '\r\u{1B}[K';

/** Shows a progress bar while conversations are compressed, and at the end a report. */
export function createTextReporter(
  { name, progress }: Pick<Input, 'name' | 'progress'>,
  { stdout, stderr, env, now }: MainIo,
  writesToStdout: boolean,
): Reporter<ConversationReport> {
  const style = detectStyle(stderr, env);
  const totals = new Totals();
  // A bar would mix with data on the same terminal.
  const hasBar = style.isTerminal && !(writesToStdout && stdout.isTTY === true);
  let next = hasBar ? now() + DELAY : 0;
  let isShown = false;
  const isDue = (): boolean => hasBar && now() >= next;
  const show = (text: string): void => {
    next = now() + INTERVAL;
    isShown = true;
    stderr.write(`${CLEAR}  ${text}`);
  };
  const showProgress = (): void => {
    if (!isDue()) return;
    const share = progress();
    const gauge =
      share === undefined ? '' : `${drawGauge(share, 24, style)} ${formatPercent(share)}  `;
    show(
      `${gauge}${formatCount(totals.sums.conversations + totals.skipped.length, 'conversation')}`,
    );
  };
  const clear = (): void => {
    if (isShown) stderr.write(CLEAR);
  };
  return {
    working(text) {
      if ((hasBar && !isShown) || isDue()) show(text);
    },
    done(report) {
      totals.add(report);
      showProgress();
    },
    skipped({ problem }) {
      totals.skipped.push(problem);
      showProgress();
    },
    finish() {
      clear();
      stderr.write(`${drawReport(name, totals, style).join('\n')}\n`);
    },
    stop: clear,
  };
}
