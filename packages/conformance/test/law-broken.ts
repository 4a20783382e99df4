import type { CheckReport, Counterexample } from '@palimpsest/conformance';

/** What a report says of a law; `undefined` where it held. */
export function lawBroken(
  { counterexamples }: CheckReport,
  law: string,
): Counterexample | undefined {
  return counterexamples.find((one) => one.law === law);
}
