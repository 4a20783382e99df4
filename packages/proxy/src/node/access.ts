import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describeValue, OptionError } from '@palimpsest/core-types';
import { isLoopback, LOOPBACK_NAMES } from './loopback.ts';

const MIN_TOKEN_LENGTH = 16;
const OWN_NAMES = `${LOOPBACK_NAMES.slice(0, -1).join(', ')} and ${LOOPBACK_NAMES.at(-1)}`;

/** @throws {OptionError} for an invalid token, and for another host than a loopback name without a token */
export function checkAddress(host: string, token: string | undefined): void {
  if (token !== undefined && !(token.length >= MIN_TOKEN_LENGTH && /^[\w.~-]+$/.test(token))) {
    // The token itself is not shown.
    const accepted = `at least ${MIN_TOKEN_LENGTH} of the characters A-Z, a-z, 0-9, -, _, . and ~`;
    throw new OptionError('token', undefined, accepted, { receivedDescription: 'another text' });
  }
  if (!isLoopback(host) && token === undefined) {
    throw new OptionError('token', token, `a token, because ${host} is none of ${OWN_NAMES}`);
  }
}

/** The path and query of a request, without the token; or why it is not served. */
export type Target = { readonly path: string } | { readonly refusal: string };

/** Reads the target of a request. With a token, the request must have it; without one, it must come from this machine, and from no web page of others. */
export function readTarget(
  { url = '/', headers }: IncomingMessage,
  token: string | undefined,
): Target {
  if (token !== undefined) {
    const [, given = '', path = ''] = /^\/t\/([^/?]*)(.*)$/s.exec(url) ?? [];
    if (isSame(given, token)) return { path: path || '/' };
    return { refusal: 'The proxy does not serve this address without its token.' };
  }
  const { host, origin } = headers;
  // DNS rebinding: a web page can make a browser send requests here under a name of its own.
  if (host !== undefined && !isOwnAddress(host)) return { refusal: refusalOf('requests to', host) };
  if (origin !== undefined && !isOwnOrigin(origin))
    return { refusal: refusalOf('pages of', origin) };
  return { path: url };
}

function refusalOf(what: string, received: string): string {
  return `Without a token, the proxy answers only ${what} ${OWN_NAMES}, got ${describeValue(received)}. Start it with a token to serve others.`;
}

function isOwnAddress(address: string): boolean {
  return isLoopback(address.replace(/:\d+$/, ''));
}

/** Returns whether no foreign web page has this origin. Some programs send one of their own, such as `vscode-file://vscode-app`. */
function isOwnOrigin(origin: string): boolean {
  const [, address] = /^https?:\/\/(.*)$/i.exec(origin) ?? [];
  return address === undefined ? origin !== 'null' : isOwnAddress(address);
}

/** Compares in a time that does not depend on the texts. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
