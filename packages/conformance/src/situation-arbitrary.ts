import type { DensityConfig, IContent, StrategyPlugin } from '@palimpsest/core-types';
import fc from 'fast-check';
import { answerNames } from './answers.ts';
import { estimatorNames } from './estimators.ts';
import { historyArbitrary } from './history-arbitrary.ts';
import { settingsArbitrary } from './setting-arbitrary.ts';
import type { TestCase, Target } from './test-case.ts';

/** Generates situations that hosts have, including the limits of what they may set. */
export function situationArbitrary(
  { settings, requiresLLM }: Pick<StrategyPlugin, 'settings' | 'requiresLLM'>,
  histories: fc.Arbitrary<IContent[]> = historyArbitrary(),
): fc.Arbitrary<TestCase> {
  return fc.record({
    history: histories,
    target: targetArbitrary(),
    preserveThreshold: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 0.1, 0.2, 0.3, 0.5, 1) },
      fc.constant(undefined),
    ),
    canRecall: fc.boolean(),
    estimator: fc.oneof(
      { weight: 3, arbitrary: fc.constant(estimatorNames[0]!) },
      fc.constantFrom(...estimatorNames),
    ),
    settings: settingsArbitrary(settings),
    density: densityArbitrary(),
    answer: requiresLLM ? fc.constantFrom(...answerNames) : fc.constant(answerNames[0]!),
  });
}

function targetArbitrary(): fc.Arbitrary<Target> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(0, 0.15, 0.3, 0.5, 0.7, 0.95, 2).map(toShare) },
    fc.record({
      windowShare: fc.constantFrom(0.01, 0.5, 1, 4),
      compressionThreshold: fc.constantFrom(0.01, 0.85, 1),
      compressHeadroom: fc.constantFrom(0.01, 0.6, 1),
    }),
  );
}

function toShare(share: number): Target {
  return { share };
}

function densityArbitrary(): fc.Arbitrary<DensityConfig> {
  return fc.record({
    readWritePruning: mostly(),
    fileDedupe: mostly(),
    recencyPruning: mostly(),
    recencyRetention: fc.constantFrom(2, 1, 3),
    workspaceRoot: fc.constant('/w'),
    staleReads: fc.constantFrom('removal' as const, 'pointer' as const),
  });
}

function mostly(): fc.Arbitrary<boolean> {
  return fc.nat(9).map((roll) => roll < 9);
}
