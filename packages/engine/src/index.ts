export { assertResult } from './assert-result.ts';
export { sumUsage } from './build-result.ts';
export { createStrategy } from './create-strategy.ts';
export { defineStrategy } from './define-strategy.ts';
export { startOfShare } from './run-definition.ts';
export { assertModel, resolveModel } from './resolve-model.ts';
export { replaceEntry } from './replace-entry.ts';
export type { SettingsOf } from './settings.ts';
export type { StrategyDecision, StrategyInput } from './strategy-input.ts';
