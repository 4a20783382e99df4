export { createProxy, type WebProxy, type WebProxyOptions } from './create-proxy.ts';
export {
  PROXY_TOOL_NAMES,
  type ProxyOptions,
  type ProxyToolName,
  type RequestReport,
  type SentMessages,
} from './proxy-options.ts';
