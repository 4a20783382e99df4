import type { CheckReport, Counterexample } from '@palimpsest/conformance';

/** Returns the counterexample for a law, or `undefined` if the law held. */
export function lawBroken(
  { counterexamples }: CheckReport,
  law: string,
): Counterexample | undefined {
  return counterexamples.find((one) => one.law === law);
}
