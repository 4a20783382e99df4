export { findProxy } from './node/find-proxy.ts';
export { serveProxy, type RunningProxy, type ServeOptions } from './node/serve-proxy.ts';
