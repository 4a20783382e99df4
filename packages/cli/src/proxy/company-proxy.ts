import { findProxy } from '@palimpsest/proxy/node';
import { printable } from '../terminal/printable.ts';

/** Any provider that `NO_PROXY` does not exclude. */
const PROVIDER = new URL('https://provider.invalid');

/** What the company proxy that the environment names means for requests to providers. */
interface CompanyProxy {
  readonly text: string;
  readonly isUsed: boolean;
}

/** Returns `undefined` if the environment names no company proxy. */
export function describeCompanyProxy(): CompanyProxy | undefined {
  const proxy = findProxy(PROVIDER);
  if (proxy === undefined) return undefined;
  const name = withoutUser(proxy);
  const isUsed = /^https?:/.test(proxy);
  const text = isUsed
    ? `requests to providers go through ${name}`
    : `requests to providers do not go through ${name}, because that is not an HTTP proxy`;
  return { text, isUsed };
}

/** Returns the URL of a proxy without the name and password of the user. */
function withoutUser(proxy: string): string {
  if (!URL.canParse(proxy)) return 'HTTPS_PROXY';
  const { protocol, host } = new URL(proxy);
  return printable(`${protocol}//${host}`, 100);
}
