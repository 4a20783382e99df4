import type { MainIo } from '../main-io.ts';
import { formatPercent } from './numbers.ts';
import { drawGauge, type TerminalStyle } from './style.ts';

/** Milliseconds between two updates of the progress bar, and before the first: short work needs no bar. */
const INTERVAL = 100;
const DELAY = 400;
const CLEAR = '\r\u{1B}[K';

export interface Progress {
  /** Shows what is done now, if it is time for an update. */
  show(doing: string): void;
  clear(): void;
}

/** Shows a progress bar on a terminal. `progress` returns the share of the work that is done, if it is known. */
export function createProgress(
  { stderr, now }: Pick<MainIo, 'stderr' | 'now'>,
  style: TerminalStyle,
  isOn: boolean,
  progress: () => number | undefined,
): Progress {
  let next = isOn ? now() + DELAY : Infinity;
  let isShown = false;
  return {
    show(doing) {
      if (now() < next) return;
      next = now() + INTERVAL;
      isShown = true;
      const share = progress();
      const gauge =
        share === undefined ? '' : `${drawGauge(share, 24, style)} ${formatPercent(share)}  `;
      stderr.write(`${CLEAR}  ${gauge}${doing}`);
    },
    clear() {
      if (isShown) stderr.write(CLEAR);
    },
  };
}
