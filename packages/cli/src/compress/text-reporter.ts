import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import type { Reporter } from '../rewrite-conversations.ts';
import { formatCount, formatPercent } from '../terminal/numbers.ts';
import { detectStyle, drawGauge } from '../terminal/style.ts';
import type { ConversationReport } from './conversation-report.ts';
import { drawReport, Totals } from './draw-report.ts';

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
  let next = hasBar ? now() + DELAY : Infinity;
  let isShown = false;
  const show = (doing?: string): void => {
    if (now() < next) return;
    next = now() + INTERVAL;
    isShown = true;
    const share = progress();
    const gauge =
      share === undefined ? '' : `${drawGauge(share, 24, style)} ${formatPercent(share)}  `;
    const count = totals.sums.conversations + totals.skipped.length;
    stderr.write(`${CLEAR}  ${gauge}${doing ?? formatCount(count, 'conversation')}`);
  };
  const clear = (): void => {
    if (isShown) stderr.write(CLEAR);
  };
  return {
    working: show,
    reading: () => show(totals.sums.conversations === 0 ? 'reading' : undefined),
    starting: (messages) => show(`compressing ${formatCount(messages, 'message')}`),
    done(report) {
      totals.add(report);
      show();
    },
    skipped({ problem }) {
      totals.skipped.push(problem);
      show();
    },
    finish() {
      clear();
      stderr.write(`${drawReport(name, totals, style).join('\n')}\n`);
    },
    stop: clear,
  };
}
