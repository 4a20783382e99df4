export { checkStrategy, type CheckOptions, type CheckReport } from './check-strategy.ts';
export { createTrials, type Trials, type TrialOptions } from './create-trials.ts';
export { formatReport } from './format-report.ts';
export { historyArbitrary } from './history-arbitrary.ts';
export { checkInvariants, invariants } from './laws/trial-laws.ts';
export type { LawInput } from './trial.ts';
export { settingsArbitrary, situationArbitrary } from './situation-arbitrary.ts';
export { textArbitrary } from './text-arbitrary.ts';
