export { adaptBody } from './adapt-body.ts';
export type { AdaptRequest, Adapter, ReportUsage, RequestScope } from './adapter.ts';
export type { AdapterOptions, PreparedFacts } from './adapter-options.ts';
export {
  mapAgentTools,
  createAdapterMembers,
  type AgentTool,
  type AgentTools,
  type AdapterMembers,
} from './agent-tools.ts';
export { createAdapter } from './create-adapter.ts';
export { fieldsOf, parseFields, type Fields } from './fields.ts';
export {
  observeAnthropicUsage,
  geminiUsageStats,
  observeGeminiUsage,
  observeOpenAIUsage,
  toUsageStats,
} from './usage.ts';
export { createBodyObserver, observeResponse, type ResponseObserver } from './observe-response.ts';
export { createEventReader, MAX_READ_BYTES, joinBytes, type ServerEvent } from './server-events.ts';
export { hasAnyField, isProviderRun, isServerManaged, reduceToolOutput } from './ai-sdk.ts';
export { shortenTools, type ShortenedTools } from './shorten-tools.ts';
