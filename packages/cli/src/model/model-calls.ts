import {
  CompressionExecutionError,
  EmptySummaryError,
  PalimpsestError,
} from '@palimpsest/core-types';

/** The strategy whose model failed, and why, without a full stop. */
export interface Fallback {
  readonly from: string;
  readonly reason: string;
}

/**
 * Compresses with a strategy; if its model fails, with the fallback.
 *
 * @throws {PalimpsestError} MODEL_FAILED if the model fails and there is no fallback
 */
export async function compressWithFallback<Result>(
  strategy: string,
  fallback: string | undefined,
  compress: (strategy: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly fallback?: Fallback }> {
  try {
    return { result: await compress(strategy) };
  } catch (error) {
    const reason = findModelFailure(error);
    if (reason === undefined) throw error;
    if (fallback !== undefined) {
      return { result: await compress(fallback), fallback: { from: strategy, reason } };
    }
    const message = `"${strategy}" failed: ${reason}. Add --fallback extractive to continue without a model.`;
    throw new PalimpsestError(message, 'MODEL_FAILED', { cause: error });
  }
}

/** Maximum length of a reason, in characters. */
const MAX_REASON = 500;

/** Returns why a model wrote no summary; `undefined` for any other error. */
function findModelFailure(error: unknown): string | undefined {
  if (error instanceof EmptySummaryError) {
    const end = error.finishReason ?? error.stopReason;
    return `the model wrote no summary${end === undefined ? '' : ` and stopped with "${end}"`}`;
  }
  if (!(error instanceof CompressionExecutionError)) return undefined;
  const { message, strategy } = error;
  const prefix = `Compression with "${strategy}" failed: `;
  const reason = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return reason.slice(0, MAX_REASON).trim().replace(/\.+$/, '');
}
