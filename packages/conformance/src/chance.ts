import fc from 'fast-check';

/** Generates a value that is true once in `of` times, and shrinks to false. */
export function once(of: number): fc.Arbitrary<boolean> {
  return fc.nat(of - 1).map((roll) => roll === of - 1);
}

/** Generates one value `weight` times as often as all others together. */
export function usually<Value>(
  weight: number,
  usual: Value,
  others: readonly Value[],
): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
}
