import { createTrials, historyArbitrary, situationArbitrary } from '@palimpsest/conformance';
import type { StrategyPlugin } from '@palimpsest/core-types';
import fc from 'fast-check';
import { fuzzKind, type FuzzKind } from '../src/fuzz/fuzz-kind.ts';

/** Drops the oldest entry, even if others depend on it. */
const forgetful: StrategyPlugin = {
  specification: 1,
  name: 'forgetful',
  requiresLLM: false,
  humanText: 'eligible',
  description: 'Drops the oldest entry.',
  create: () => ({
    name: 'forgetful',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress: ({ history }) => {
      const { length } = history;
      const metadata = {
        originalMessageCount: length,
        compressedMessageCount: Math.max(0, length - 1),
        strategyUsed: 'forgetful',
        llmCallMade: false,
      };
      const provenance = history
        .slice(1)
        .map((_, index) => ({ sources: [index + 1], reason: 'kept' as const }));
      return Promise.resolve({
        kind: 'applied',
        newHistory: history.slice(1),
        metadata: { ...metadata, provenance },
      });
    },
  }),
};

const trials = createTrials(forgetful);

/** Kinds with defects: one in a strategy, and one that throws. */
const planted: readonly FuzzKind[] = [
  fuzzKind({
    name: 'laws',
    weight: 1,
    cases: situationArbitrary(forgetful, historyArbitrary({ maxPieces: 4 })),
    subject: () => forgetful.name,
    judge: async (situation) => {
      const { violations } = await trials.run(situation);
      return violations.map(({ law, message }) => ({ rule: law, message }));
    },
  }),
  fuzzKind({
    name: 'sums',
    weight: 1,
    cases: fc.array(fc.nat(100), { maxLength: 20 }),
    subject: (list) => (list.length < 10 ? 'short' : 'long'),
    judge: (list) => {
      const sum = list.reduce((left, right) => left + right, 0);
      if (sum > 500) throw new RangeError(`${sum} is too much`);
      return [];
    },
  }),
];

export default planted;
