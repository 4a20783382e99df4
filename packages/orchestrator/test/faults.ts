/** Failure to inject at one call of the guarded functions. */
export type Fault = 'throw' | 'reject' | 'abort';

export const FAULTS: readonly Fault[] = ['throw', 'reject', 'abort'];

export interface Injection {
  readonly signal: AbortSignal;
  readonly error: Error;
  /** Counts calls and injects the fault at the chosen one. */
  readonly guard: <Given extends readonly unknown[], Answer>(
    asked: (...given: Given) => Answer,
  ) => (...given: Given) => Answer;
  readonly calls: () => number;
}

function inject(fault: Fault, due: number): Injection {
  const controller = new AbortController();
  const error = new Error(`${fault} at call ${due}`);
  let calls = 0;
  return {
    signal: controller.signal,
    error,
    calls: () => calls,
    guard:
      (asked) =>
      (...given) => {
        calls += 1;
        if (calls === due) {
          if (fault === 'throw') throw error;
          if (fault === 'abort') controller.abort(error);
          else {
            const answer = asked(...given);
            if (answer instanceof Promise) {
              answer.catch(() => {});
              return Promise.reject(error) as typeof answer;
            }
            return answer;
          }
        }
        return asked(...given);
      },
  };
}

/** Injects the fault at each call in turn, one run per call; the last run has no fault. Returns the number of calls. */
export async function atEveryCall(
  fault: Fault,
  run: (injection: Injection) => Promise<void>,
): Promise<number> {
  for (let due = 1; ; due += 1) {
    const injection = inject(fault, due);
    await run(injection);
    if (injection.calls() < due) return due - 1;
  }
}

/** Returns the unhandled rejections during a run. */
export async function unhandledDuring(run: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    process.off('unhandledRejection', note);
  }
  return unhandled;
}
