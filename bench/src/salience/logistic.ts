export interface Sample {
  readonly features: Float64Array;
  readonly isUsed: boolean;
}

/**
 * Weights of a logistic regression, by Newton's method with a small quadratic penalty: a handful of rounds, no step size to choose, the
 * same answer on every run.
 */
export function fitLogistic(samples: readonly Sample[], size: number, penalty = 1): Float64Array {
  const weights = new Float64Array(size);
  for (let round = 0; round < 12; round += 1) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    for (const { features, isUsed } of samples) {
      const chance = 1 / (1 + Math.exp(-product(weights, features)));
      const error = (isUsed ? 1 : 0) - chance;
      const spread = chance * (1 - chance);
      for (let row = 0; row < size; row += 1) {
        const value = features[row]!;
        if (value === 0) continue;
        gradient[row]! += error * value;
        const line = hessian[row]!;
        for (let column = 0; column < size; column += 1) line[column]! += spread * value * features[column]!;
      }
    }
    for (let row = 0; row < size; row += 1) {
      gradient[row]! -= penalty * weights[row]!;
      hessian[row]![row]! += penalty;
    }
    const step = solve(hessian, gradient);
    let largest = 0;
    for (let row = 0; row < size; row += 1) {
      weights[row]! += step[row]!;
      largest = Math.max(largest, Math.abs(step[row]!));
    }
    if (largest < 1e-6) break;
  }
  return weights;
}

/** How often a used sample is given a higher chance than an unused one. */
export function areaUnderCurve(samples: readonly Sample[], weights: Float64Array): number {
  const scored = samples
    .map(({ features, isUsed }) => ({ score: product(weights, features), isUsed }))
    .toSorted((a, b) => a.score - b.score);
  let [unused, used, pairs] = [0, 0, 0];
  for (const { isUsed } of scored) {
    if (isUsed) {
      used += 1;
      pairs += unused;
    } else unused += 1;
  }
  return pairs / Math.max(1, used * unused);
}

export function product(weights: Float64Array, features: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += weights[index]! * features[index]!;
  return sum;
}

/** Solves a small system by elimination with the largest pivot. */
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
    if (pivot[column] === 0) continue;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const other = rows[row]!;
      const factor = other[column]! / pivot[column]!;
      if (factor === 0) continue;
      for (let at = column; at <= size; at += 1) other[at]! -= factor * pivot[at]!;
    }
  }
  return Float64Array.from(rows, (row, index) => (row[index] === 0 ? 0 : row[size]! / row[index]!));
}
