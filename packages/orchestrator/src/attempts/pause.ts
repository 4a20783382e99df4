/** Waits, or is rejected with the reason of a signal that aborts; no timer is left then. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const pause: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
