import { oneChunk, readBody } from '../body.ts';
import { badGateway, type ProxyHandler } from '../create-proxy-handler.ts';
import { endToEndHeaders, headerOf, type ProxyRequest, type Send } from '../http-messages.ts';
import { findApi, joinUrl } from '../routes.ts';

/** Size in bytes up to which a body is compressed while other clients wait: a tenth of a second. */
const MAX_SMALL_BYTES = 262_144;

/** Times by which a decoded body may be larger. */
const DECODED = 10;

/**
 * Returns a handler that leaves large requests to another proxy, unread.
 *
 * @param forLarge returns the base URL of that proxy; `undefined` if there is none now
 */
export function splitBySize(
  own: ProxyHandler,
  forLarge: () => Promise<string | undefined>,
  send: Send,
): ProxyHandler {
  return async (request) => {
    const { method, target, headers, body, signal } = request;
    if (body === undefined || findApi(method, target) === undefined) return await own(request);
    const read = await readBody(body, maxSmallBytes(request));
    if (read instanceof Uint8Array) return await own({ ...request, body: oneChunk(read) });
    const base = await forLarge();
    if (base === undefined) return await own({ ...request, body: read });
    try {
      const url = joinUrl(new URL(base), target);
      return await send({ method, url, headers: endToEndHeaders(headers), body: read, signal });
    } catch (error) {
      signal.throwIfAborted();
      return badGateway(error);
    }
  };
}

function maxSmallBytes({ headers }: ProxyRequest): number {
  const isPlain = (headerOf(headers, 'content-encoding') ?? 'identity') === 'identity';
  return isPlain ? MAX_SMALL_BYTES : MAX_SMALL_BYTES / DECODED;
}
