/** Why a request ended before its answer did. */
type Ending = 'aborted' | 'unwanted' | 'idle';

/**
 * Ends whatever a request waits for: when its caller aborts, when nobody wants the answer any more, or when nothing came for too long.
 * Time counts only while something is waited for, and only where milliseconds are given.
 */
export class IdleLimit {
  readonly #control = new AbortController();
  readonly #milliseconds: number | undefined;
  readonly #forget: (() => void)[] = [];
  ended: Ending | undefined;

  constructor(
    milliseconds: number | undefined,
    signals: Readonly<Partial<Record<'aborted' | 'unwanted', AbortSignal | undefined>>>,
  ) {
    this.#milliseconds = milliseconds;
    for (const ending of ['aborted', 'unwanted'] as const) {
      const signal = signals[ending];
      const onAbort = (): void => this.#end(ending, signal?.reason);
      if (signal?.aborted === true) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#forget.push(() => signal?.removeEventListener('abort', onAbort));
    }
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** The result of `start`, or a rejection as soon as the request ends; a result that comes later goes to `late`. */
  wait<Value>(
    start: () => Value | PromiseLike<Value>,
    late?: (value: Value) => void,
  ): Promise<Value> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const timer =
        this.#milliseconds === undefined
          ? undefined
          : setTimeout(() => this.#end('idle', undefined), this.#milliseconds);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        settle();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const run = async (): Promise<void> => {
        try {
          const value = await start();
          if (signal.aborted) late?.(value);
          resolve(value);
        } catch (error) {
          reject(error);
        } finally {
          settle();
        }
      };
      void run();
    });
  }

  /** Nothing is wanted any more: what is still under way ends, and no timer or listener stays. */
  close(): void {
    for (const forget of this.#forget) forget();
    this.#control.abort();
  }

  #end(ending: Ending, reason: unknown): void {
    this.ended ??= ending;
    this.#control.abort(reason);
  }
}
