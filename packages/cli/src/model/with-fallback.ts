import {
  CompressionExecutionError,
  EmptySummaryError,
  PalimpsestError,
} from '@palimpsest/core-types';

/** Another strategy than was asked for did the work. */
export interface Fallback {
  /** The strategy whose model failed. */
  readonly from: string;
  /** What went wrong, without a full stop. */
  readonly reason: string;
}

/** The model failed, and nobody said how to go on: one sentence. */
class ModelFailed extends PalimpsestError {
  override readonly name: string = 'ModelFailed';

  constructor({ from, reason }: Fallback, cause: unknown) {
    const advice = '--fallback extractive goes on without a model';
    super(`"${from}" failed: ${reason}; ${advice}.`, 'MODEL_FAILED', { cause });
  }
}

/**
 * Runs a compression; where its model fails, another one that needs none.
 *
 * @throws one sentence where the model fails and `fallback` is not given
 */
export async function withFallback<Result>(
  strategy: string,
  fallback: string | undefined,
  compress: (strategy: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly fallback?: Fallback }> {
  try {
    return { result: await compress(strategy) };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    const failed = { from: strategy, reason };
    if (fallback === undefined) throw new ModelFailed(failed, error);
    return { result: await compress(fallback), fallback: failed };
  }
}

const LONGEST = 500;

/** Why a model gave no summary; `undefined` for every other failure. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof EmptySummaryError) {
    const end = error.finishReason ?? error.stopReason;
    const why = end === undefined ? '' : `, and ended with "${end}"`;
    return `the model wrote no summary${why}`;
  }
  if (!(error instanceof CompressionExecutionError)) return undefined;
  const { message, strategy } = error;
  const prefix = `Compression with "${strategy}" failed: `;
  const words = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return words.slice(0, LONGEST).trim().replace(/\.+$/, '');
}
