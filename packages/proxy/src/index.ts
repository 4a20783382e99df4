export { AGENT_TOOL_NAMES, type AgentToolName } from '@palimpsest/adapter';
export { createProxy, type WebProxy, type WebProxyOptions } from './create-proxy.ts';
export type { ProxyOptions, RequestReport, SentMessages } from './proxy-options.ts';
