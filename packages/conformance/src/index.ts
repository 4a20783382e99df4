export { checkStrategy, type CheckOptions } from './check-strategy.ts';
export { createTrials, type TrialOptions } from './trial.ts';
export { formatReport } from './format-report.ts';
export { historyArbitrary } from './history-arbitrary.ts';
export { checkInvariants, invariants } from './laws/trial-laws.ts';
export { settingsArbitrary, situationArbitrary } from './situation-arbitrary.ts';
export { textArbitrary } from './text-arbitrary.ts';
