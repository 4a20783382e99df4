import type { Attempt } from './trial.ts';

/** Calls, and keeps what is thrown. */
export async function attempt<Result>(
  call: () => Promise<Result> | Result,
): Promise<Attempt<Result>> {
  try {
    return { kind: 'answered', result: await call() };
  } catch (error) {
    return { kind: 'thrown', error };
  }
}
