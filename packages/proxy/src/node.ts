export { serveProxy, type RunningProxy, type ServeOptions } from './node/serve-proxy.ts';
