export { assertResult } from './assert-result.ts';
export { sumUsage } from './build-result.ts';
export {
  createStrategy,
  defineStrategy,
  type StrategyDecision,
  type StrategyInput,
} from './define-strategy.ts';
export { answerWithin, startOfShare, startWithin } from './newest-entries.ts';
export { assertModel, isModel, resolveModel } from './resolve-model.ts';
export { findPlanCalls, type PlanCalls } from './plan-calls.ts';
export { replaceEntry } from './replace-entry.ts';
export type { SettingsOf } from '@palimpsest/core-types';
