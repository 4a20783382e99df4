/**
 * Returns the result of a promise, or rejects with the signal's reason as soon as it aborts, for work that may ignore the signal. Drops a
 * later result or error, and leaves no listener on the signal.
 */
export async function rejectOnAbort<Result>(
  promise: Promise<Result> | Result,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await promise;
  let leave: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', leave!);
  }
}
