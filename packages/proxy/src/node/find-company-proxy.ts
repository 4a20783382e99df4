import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from './loopback.ts';

/**
 * Returns the company proxy that the environment names for a URL, by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in either case.
 * Requests to this machine never have one: they would leave it.
 */
export function findCompanyProxy(url: URL): string | undefined {
  const proxy = isLoopback(url.hostname) ? '' : getProxyForUrl(url.href);
  return proxy === '' ? undefined : proxy;
}
