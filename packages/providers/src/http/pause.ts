/** Waits, or rejects as soon as one of the signals is aborted. */
export function pause(
  milliseconds: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const signal of signals) signal?.throwIfAborted();
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      for (const [index, signal] of signals.entries()) {
        signal?.removeEventListener('abort', listeners[index]!);
      }
      settle();
    };
    const timer = setTimeout(() => end(resolve), milliseconds);
    const listeners = signals.map((signal) => () => end(() => reject(signal?.reason)));
    for (const [index, signal] of signals.entries()) {
      signal?.addEventListener('abort', listeners[index]!, { once: true });
    }
  });
}
