import { rejectOnAbort } from '@palimpsest/core-types';

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Joins the work of a key, or starts it. Rejects at once with the reason of the caller's signal. */
export type JoinWork<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  begin: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** Shares work among concurrent callers. Each may leave; the work is aborted when the last one does. */
export function shareWork<Result>(): JoinWork<Result> {
  const running = new Map<string, Work<Result>>();

  function start(key: string, begin: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const controller = new AbortController();
    const work = { result: begin(controller.signal), controller, waiting: 0 };
    running.set(key, work);
    return work;
  }

  return async (key, signal, begin) => {
    signal?.throwIfAborted();
    const work = running.get(key) ?? start(key, begin);
    work.waiting++;
    try {
      return await rejectOnAbort(work.result, signal);
    } finally {
      work.waiting--;
      if (work.waiting === 0) {
        running.delete(key);
        if (signal?.aborted === true) work.controller.abort(signal.reason);
      }
    }
  };
}
