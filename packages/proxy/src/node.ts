export { findCompanyProxy } from './node/find-company-proxy.ts';
export { serveProxy, type RunningProxy, type ServeOptions } from './node/serve-proxy.ts';
