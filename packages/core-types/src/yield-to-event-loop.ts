/**
 * Lets other work of the process run. Call and await it between units of work: when the current slice of time is used up, it returns a promise
 * that resolves in a later turn of the event loop, and rejects with the reason of the signal if that was aborted.
 */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** Time between two yields, in ms: together with the unit of work that exceeds it, a slice takes at most 20 ms. */
const SLICE_MS = 8;

/** Creates a `YieldToEventLoop` for one run. @param now clock in ms */
export function createYieldToEventLoop(
  signal: AbortSignal | undefined,
  now: () => number = () => performance.now(),
): YieldToEventLoop {
  let start = now();
  const pause = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
    start = now();
  };
  return () => (now() - start < SLICE_MS ? undefined : pause());
}

/** Runs a generator that yields between its units of work, and lets other work of the process run there. */
export async function runInSlices<Result>(
  work: Generator<void, Result>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const pause = yieldToEventLoop();
    if (pause !== undefined) await pause;
  }
}

/** Runs such work without yielding to the event loop. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

interface Platform {
  readonly setImmediate?: (call: () => void) => unknown;
  readonly scheduler?: { readonly yield?: () => Promise<void> };
  readonly MessageChannel?: typeof MessageChannel;
}

/** Resolves in a later turn of the event loop, after input and timers that are due; timers of browsers would wait at least 4 ms. */
function nextTurn(): Promise<void> {
  const { setImmediate: soon, scheduler, MessageChannel: Channel }: Platform = globalThis;
  if (soon !== undefined) return new Promise((resolve) => void soon(resolve));
  if (scheduler?.yield !== undefined) return scheduler.yield();
  // Sandboxes, such as that of Claude Code for hooks, have timers only.
  if (Channel === undefined) return new Promise((resolve) => void setTimeout(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new Channel();
    const arrived = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', arrived, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}
