export type { ModelResponseName } from './answers.ts';
export {
  checkStrategy,
  type CheckOptions,
  type CheckReport,
  type Counterexample,
} from './check-strategy.ts';
export { createTrials, type Trials, type TrialOptions } from './create-trials.ts';
export type { EstimatorName } from './estimators.ts';
export { formatReport } from './format-report.ts';
export { historyArbitrary } from './history-arbitrary.ts';
export type { Invariant } from './invariant.ts';
export { invariants } from './invariants.ts';
export type { PartDialect } from './rich/part-dialects.ts';
export { RECORD_SHAPES, recordArbitrary } from './rich/record-arbitrary.ts';
export { resultPartsArbitrary, richResultArbitrary } from './rich/rich-result-arbitrary.ts';
export { situationArbitrary } from './situation-arbitrary.ts';
export type { TestCase, Target } from './test-case.ts';
export { textArbitrary } from './text-arbitrary.ts';
export type { Attempt, Optimization, Trial } from './trial.ts';
