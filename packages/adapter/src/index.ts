export type { AdaptRequest, Adapter, ReportUsage } from './adapter.ts';
export type { AdapterOptions, PreparedFacts } from './adapter-options.ts';
export {
  AGENT_TOOL_NAMES,
  mapAgentTools,
  type AgentTool,
  type AgentToolName,
  type AgentTools,
} from './agent-tools.ts';
export { createAdapter } from './create-adapter.ts';
export { fieldsOf, isFields, parseFields, type Fields } from './fields.ts';
export { watchAnthropicUsage } from './anthropic-usage.ts';
export { geminiUsageStats, watchGeminiUsage } from './gemini-usage.ts';
export { createBodyObserver, observeResponse, type ResponseObserver } from './observe-response.ts';
export { watchOpenAIUsage } from './openai-usage.ts';
export { isProviderRun, reduceToolOutput } from './reduce-tool-output.ts';
export { hasAnyField, isServerManaged } from './server-managed.ts';
export { toUsageStats } from './to-usage-stats.ts';
