export type { AdaptRequest, Adapter, ReportUsage } from './adapter.ts';
export type { AdapterOptions, PreparedFacts } from './adapter-options.ts';
export { createAdapter } from './create-adapter.ts';
export { fieldsOf, isFields, parseFields, type Fields } from './fields.ts';
export { observeResponse, usageObserver, type ResponseObserver } from './observe-response.ts';
export { isProviderRun, reduceToolOutput } from './reduce-tool-output.ts';
export { hasAnyField, isServerManaged } from './server-managed.ts';
export { toUsageStats } from './to-usage-stats.ts';
