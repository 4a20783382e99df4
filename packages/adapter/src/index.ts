export type { AdaptRequest, Adapted, Adapter, ToolOutcome } from './adapter.ts';
export type { AdapterOptions, PreparedFacts, Thinking, When } from './adapter-options.ts';
export { checkAdapterOptions } from './check-adapter-options.ts';
export { createAdapter } from './create-adapter.ts';
export { isProviderHeld } from './provider-held.ts';
export { usageFrom, type CountedTokens } from './usage-from.ts';
export { watchAnswer, type AnswerWatch } from './watch-answer.ts';
