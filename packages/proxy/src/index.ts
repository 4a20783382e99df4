export { createProxy, type WebProxy, type WebProxyOptions } from './create-proxy.ts';
export type { ProxyOptions, RequestReport } from './proxy-options.ts';
