import { CompressionStrategyError, type TokenEstimator } from '@palimpsest/core-types';

/**
 * Returns an estimator that validates the results of another one.
 *
 * @throws {CompressionStrategyError} `INVALID_ESTIMATE` on a call whose result is not a finite number of at least 0
 */
export function createCheckedEstimator(estimateTokens: TokenEstimator): TokenEstimator {
  return (contents) => {
    const answer = estimateTokens(contents);
    return typeof answer === 'object' && answer !== null ? answer.then(checked) : checked(answer);
  };
}

function checked(tokens: number): number {
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw new CompressionStrategyError(
    `estimateTokens answered ${String(tokens)}; a finite number of at least 0 is needed.`,
    'INVALID_ESTIMATE',
  );
}
