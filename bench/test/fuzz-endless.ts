import fc from 'fast-check';
import { fuzzKind, type FuzzKind } from '../src/fuzz/fuzz-kind.ts';

/** A kind of which one case in a thousand never ends. */
const endless: readonly FuzzKind[] = [
  fuzzKind({
    name: 'endless',
    weight: 1,
    cases: fc.nat(999),
    subject: () => 'waiting',
    judge: async (number) => {
      if (number === 7) await new Promise(() => undefined);
      return [];
    },
  }),
];

export default endless;
