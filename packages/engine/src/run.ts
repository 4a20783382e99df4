export { withoutGain } from './build-result.ts';
export { pinPlan } from './plan-calls.ts';
export { runStrategy, type RunRequest } from './run-strategy.ts';
