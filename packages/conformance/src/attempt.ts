import { describeValue, type CompressionResult } from '@palimpsest/core-types';
import type { Attempt } from './trial.ts';

/** Calls a function. Returns its result, or the error that it throws. */
export async function attempt<Result>(
  call: () => Promise<Result> | Result,
): Promise<Attempt<Result>> {
  try {
    return { kind: 'answered', result: await call() };
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

/** Calls a strategy. Reports a value that is not a result as an error, because no law could check it. */
export function attemptCompress(call: () => unknown): Promise<Attempt<CompressionResult>> {
  return attempt(async () => {
    const answer = await call();
    if (!isResult(answer)) {
      throw new TypeError(
        `compress(): expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${describeValue(answer)}`,
      );
    }
    return answer;
  });
}

function isResult(answer: unknown): answer is CompressionResult {
  const { kind, newHistory, metadata } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  return isKnown && typeof metadata === 'object' && metadata !== null;
}
