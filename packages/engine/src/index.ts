export { findAskedLines } from './strategy/asked-lines.ts';
export { assertResult } from './strategy/assert-result.ts';
export { sumUsage } from './strategy/build-result.ts';
export {
  createStrategy,
  defineStrategy,
  type StrategyDecision,
  type StrategyInput,
} from './strategy/define-strategy.ts';
export { answerWithin, startOfShare, startWithin } from './strategy/newest-entries.ts';
export { assertModel, isModel, resolveModel } from './strategy/resolve-model.ts';
export { findPlanCalls } from './strategy/plan-calls.ts';
export { replaceEntry } from './strategy/replace-entry.ts';
export type { SettingsOf } from '@palimpsest/core-types';
