export type { AdaptRequest, AdaptResult, Adapter, ToolResultInput } from './adapter.ts';
export type {
  AdapterOptions,
  PreparedFacts,
  ReasoningPolicy,
  CompressionTiming,
} from './adapter-options.ts';
export { checkAdapterOptions } from './check-adapter-options.ts';
export { createAdapter } from './create-adapter.ts';
export { isServerManaged } from './provider-held.ts';
export { toUsageStats, type ProviderUsage } from './to-usage-stats.ts';
export { observeResponse, type ResponseObserver } from './observe-response.ts';
