import type { CheckReport } from '@palimpsest/conformance';
import type { Counterexample } from '../src/check-strategy.ts';

/** Returns the counterexample for a law, or `undefined` if the law held. */
export function lawBroken(
  { counterexamples }: CheckReport,
  law: string,
): Counterexample | undefined {
  return counterexamples.find((one) => one.law === law);
}
