/** Features of a term or line, and whether the agent used it later. */
export interface Sample {
  readonly features: Float64Array;
  readonly isUsed: boolean;
}

const MAX_ROUNDS = 12;
const SMALL_STEP = 1e-6;

/**
 * Fits the weights of a logistic regression with `size` features by Newton's method: few rounds, no step size, the same result on every run.
 *
 * @param penalty on the squares of the weights, so that features without variation get a finite weight
 */
export function fitLogistic(samples: readonly Sample[], size: number, penalty = 1): Float64Array {
  const weights = new Float64Array(size);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { gradient, hessian } = slopes(samples, weights);
    for (let row = 0; row < size; row += 1) {
      gradient[row]! -= penalty * weights[row]!;
      hessian[row]![row]! += penalty;
    }
    let largest = 0;
    for (const [row, step] of solve(hessian, gradient).entries()) {
      weights[row]! += step;
      largest = Math.max(largest, Math.abs(step));
    }
    if (largest < SMALL_STEP) break;
  }
  return weights;
}

/** Returns the log odds that a sample is used. */
export function logOdds(weights: Float64Array, features: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += weights[index]! * features[index]!;
  return sum;
}

/** Returns the gradient of the log likelihood, and its negated Hessian. */
function slopes(
  samples: readonly Sample[],
  weights: Float64Array,
): { readonly gradient: Float64Array; readonly hessian: readonly Float64Array[] } {
  const size = weights.length;
  const gradient = new Float64Array(size);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  for (const { features, isUsed } of samples) {
    const chance = 1 / (1 + Math.exp(-logOdds(weights, features)));
    const error = (isUsed ? 1 : 0) - chance;
    const spread = chance * (1 - chance);
    for (let row = 0; row < size; row += 1) {
      const value = features[row]!;
      if (value === 0) continue;
      gradient[row]! += error * value;
      const line = hessian[row]!;
      const share = spread * value;
      for (let column = 0; column < size; column += 1) line[column]! += share * features[column]!;
    }
  }
  return { gradient, hessian };
}

/** Solves a small linear system by Gauss-Jordan elimination with partial pivoting. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const rows = matrix.map((row, index) => Float64Array.from([...row, right[index]!]));
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[best]![column]!)) best = row;
    }
    [rows[column], rows[best]] = [rows[best]!, rows[column]!];
    const pivot = rows[column]!;
    for (const [row, other] of rows.entries()) {
      if (row === column) continue;
      const factor = other[column]! / pivot[column]!;
      for (let at = column; at <= size; at += 1) other[at]! -= factor * pivot[at]!;
    }
  }
  return Float64Array.from(rows, (row, index) => row[size]! / row[index]!);
}
