/**
 * What the promise comes to, or a rejection with the signal's reason as soon as it aborts: for work of others that may not listen to the
 * signal itself. What such work comes to after that, an error included, is dropped; nothing is left behind on the signal.
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
