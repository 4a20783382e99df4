import { logOdds, type Sample } from './logistic.ts';

/** Returns the probability that a used sample scores higher than an unused one; ties count half. 0.5 if there are no pairs. */
export function areaUnderCurve(samples: readonly Sample[], weights: Float64Array): number {
  const scored = samples
    .map(({ features, isUsed }) => ({ score: logOdds(weights, features), isUsed }))
    .toSorted((a, b) => a.score - b.score);
  let [usedBelow, unusedBelow, pairs] = [0, 0, 0];
  for (let start = 0; start < scored.length;) {
    let [used, unused, end] = [0, 0, start];
    for (; end < scored.length && scored[end]!.score === scored[start]!.score; end += 1) {
      if (scored[end]!.isUsed) used += 1;
      else unused += 1;
    }
    pairs += used * (unusedBelow + unused / 2);
    usedBelow += used;
    unusedBelow += unused;
    start = end;
  }
  const all = usedBelow * unusedBelow;
  return all === 0 ? 0.5 : pairs / all;
}
