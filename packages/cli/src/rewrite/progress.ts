import type { OutputStream } from '../main-io.ts';
import { gauge } from '../terminal/bar.ts';
import { counted, percent } from '../terminal/figures.ts';
import type { Look } from '../terminal/look.ts';

/** Milliseconds between two pictures, and before the first: what is quick needs none. */
const INTERVAL = 100;
const PATIENCE = 400;
const CLEAR = '\r\u{1B}[K';

export interface Progress {
  update(done: number): void;
  /** Says what takes its time, in place of the bar. */
  note(text: string): void;
  clear(): void;
}

/** A bar that moves on a terminal while many conversations are worked on. */
export function progressBar(
  stream: OutputStream,
  look: Look,
  { share, now }: { readonly share: () => number | undefined; readonly now: () => number },
): Progress {
  let next = now() + PATIENCE;
  let isShown = false;
  return {
    update(done) {
      const time = now();
      if (time < next) return;
      next = time + INTERVAL;
      isShown = true;
      const read = share();
      const track = read === undefined ? '' : `${gauge(read, 24, look)} ${percent(read)}  `;
      stream.write(`${CLEAR}  ${track}${counted(done, 'conversation')}`);
    },
    note(text) {
      const time = now();
      if (isShown && time < next) return;
      next = time + INTERVAL;
      isShown = true;
      stream.write(`${CLEAR}  ${text}`);
    },
    clear() {
      if (isShown) stream.write(CLEAR);
      isShown = false;
    },
  };
}
