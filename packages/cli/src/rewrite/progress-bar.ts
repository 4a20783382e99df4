import type { OutputStream } from '../main-io.ts';
import { formatCount, formatPercent } from '../terminal/numbers.ts';
import { drawGauge, type TerminalStyle } from '../terminal/style.ts';

/** Milliseconds between two updates, and before the first: short work needs no bar. */
const INTERVAL = 100;
const DELAY = 400;
const CLEAR = '\r\u{1B}[K';

export interface ProgressBar {
  update(conversations: number): void;
  /** Shows what takes long, in place of the bar. */
  note(text: string): void;
  clear(): void;
}

/**
 * Creates a bar that moves while conversations are processed.
 *
 * @param share returns the share of the input that was read, `undefined` if its size is unknown
 */
export function createProgressBar(
  stream: OutputStream,
  style: TerminalStyle,
  { share, now }: { readonly share: () => number | undefined; readonly now: () => number },
): ProgressBar {
  let next = now() + DELAY;
  let isShown = false;
  const show = (text: string): void => {
    next = now() + INTERVAL;
    isShown = true;
    stream.write(`${CLEAR}  ${text}`);
  };
  return {
    update(conversations) {
      if (now() < next) return;
      const read = share();
      const gauge =
        read === undefined ? '' : `${drawGauge(read, 24, style)} ${formatPercent(read)}  `;
      show(`${gauge}${formatCount(conversations, 'conversation')}`);
    },
    note(text) {
      if (!isShown || now() >= next) show(text);
    },
    clear() {
      if (isShown) stream.write(CLEAR);
      isShown = false;
    },
  };
}
