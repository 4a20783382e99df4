import { CompressionStrategyError, type TokenEstimator } from '@palimpsest/core-types';

/**
 * An estimator whose answers can be reckoned with.
 *
 * @throws {CompressionStrategyError} `INVALID_ESTIMATE`, when asked, for an answer that is no finite number of at least 0
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
