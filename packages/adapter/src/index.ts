export type {
  AdaptRequest,
  AdaptResult,
  Adapter,
  ReportUsage,
  ToolResultInput,
} from './adapter.ts';
export type {
  AdapterOptions,
  PreparedFacts,
  ReasoningPolicy,
  CompressionTiming,
} from './adapter-options.ts';
export type { OptionCheck } from './check-adapter-options.ts';
export { createAdapter } from './create-adapter.ts';
export { fieldsOf, isFields, parseFields, type Fields } from './fields.ts';
export { observeResponse, usageObserver, type ResponseObserver } from './observe-response.ts';
export { isProviderRun, reduceToolOutput } from './reduce-tool-output.ts';
export { hasAnyField, isServerManaged } from './server-managed.ts';
export { toUsageStats, type ProviderUsage } from './to-usage-stats.ts';
