export { checkStrategy, type CheckOptions, type CheckReport } from './check-strategy.ts';
export { createTrials, type Trials, type TrialOptions } from './trial.ts';
export { formatReport } from './format-report.ts';
export { historyArbitrary } from './history-arbitrary.ts';
export { checkInvariants, invariants } from './laws/trial-laws.ts';
export type { LawInput } from './law.ts';
export { settingsArbitrary, situationArbitrary } from './situation-arbitrary.ts';
export { textArbitrary } from './text-arbitrary.ts';
