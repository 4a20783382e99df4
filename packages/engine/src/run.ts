export { pinPlan } from './pin-plan.ts';
export { runStrategy, type RunRequest } from './run-strategy.ts';
