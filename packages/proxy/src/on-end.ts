import type { Chunks } from './exchange.ts';

/** Returns the body, and calls `end` once: when it has ended, failed or been given up, or when the signal aborts. */
export function onEnd(body: Chunks, signal: AbortSignal, end: () => void): Chunks {
  let isOver = false;
  const endOnce = (): void => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', endOnce);
    end();
  };
  if (signal.aborted) endOnce();
  else signal.addEventListener('abort', endOnce);
  // A generator that was never started would not notice that it is given up.
  return {
    [Symbol.asyncIterator]() {
      const source = body[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const next = await source.next();
            if (next.done === true) endOnce();
            return next;
          } catch (error) {
            endOnce();
            throw error;
          }
        },
        async return() {
          endOnce();
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
