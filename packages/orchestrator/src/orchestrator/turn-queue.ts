import { untilAborted } from '../until-aborted.ts';

/** Runs work in the order it was asked for, each when the one before it has ended, well or badly. */
type TurnQueue = <Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
) => Promise<Value>;

/** Whoever aborts while waiting stops waiting at once; the work is not begun then. Work that has begun listens to the signal itself. */
export function createTurnQueue(): TurnQueue {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    const before = last;
    const run = async () => {
      await untilAborted(signal, () => before);
      return await work();
    };
    const running = run();
    last = settled([before, running]);
    return await running;
  };
}

/** Answers nothing, so that what was answered before is not held by what comes after. */
async function settled(all: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(all);
}
