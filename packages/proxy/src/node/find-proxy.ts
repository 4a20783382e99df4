import { getProxyForUrl } from 'proxy-from-env';

/** Names of this machine. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Returns the proxy that the environment names for a URL, by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in either case. Requests to
 * this machine never have one: they would leave it.
 */
export function findProxy(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const proxy = LOOPBACK.has(host) ? '' : getProxyForUrl(url.href);
  return proxy === '' ? undefined : proxy;
}
