/** Does not wait for work that does not listen to the signal: what it comes to after that, an error included, is dropped. */
export async function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  signal?.throwIfAborted();
  if (signal === undefined) return await work();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const value = await Promise.race([aborted, Promise.resolve().then(work)]);
    signal.throwIfAborted();
    return value;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop!);
  }
}
