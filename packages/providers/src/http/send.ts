import { fail } from '../failure/fail.ts';
import { isLastingStatus, isLastingType, isTransientStatus } from '../failure/is-transient.ts';
import { readFailure } from '../failure/read-failure.ts';
import { readRetryAfter } from '../failure/retry-after.ts';
import { shownUrl } from '../options/base-url.ts';
import type { ProviderError } from '../provider-error.ts';
import { parseJson } from '../values.ts';
import { bodyStart } from './body-bytes.ts';
import { waitingFailed, type Exchange } from './exchange.ts';

/** Bytes of an error's explanation. */
const MOST_EXPLANATION = 65_536;

/**
 * Sends a request and answers the response of a success.
 *
 * Redirects are not followed: they would take headers with keys to another host.
 */
export async function send(
  exchange: Exchange,
  ask: typeof fetch,
  headers: Headers,
  body: string,
): Promise<Response> {
  const { asked, limit } = exchange;
  const { signal } = limit;
  const request: RequestInit = { method: 'POST', headers, body, redirect: 'manual', signal };
  let response: Response;
  try {
    response = await limit.wait(() => ask(asked.url.href, request), drop);
  } catch (error) {
    throw waitingFailed(exchange, error, 'before its answer', (words) =>
      fail(asked, 'UNREACHABLE', 'could not be reached', { isTransient: true, words }),
    );
  }
  if (response.ok) return response;
  throw await statusFailed(exchange, response);
}

async function statusFailed(exchange: Exchange, response: Response): Promise<ProviderError> {
  const { asked, limit } = exchange;
  const { status, headers, type: kind } = response;
  if (kind === 'opaqueredirect' || (status >= 300 && status <= 399)) {
    drop(response);
    const what = 'redirects, which is not followed; give the final address as `baseUrl`';
    const words = redirectTarget(headers.get('location'), asked.url);
    return fail(asked, 'HTTP_STATUS', what, { isTransient: false, status, words });
  }
  const text = (await bodyStart(response.body, limit, MOST_EXPLANATION)).trim();
  if (limit.ended !== 'idle') limit.signal.throwIfAborted();
  // Pages of gateways say nothing a person could use in one line.
  const explanation = text.startsWith('<') ? '' : (parseJson(text) ?? { value: text }).value;
  const failure = readFailure(explanation);
  const isLasting =
    isLastingStatus(status) || (failure.type !== undefined && isLastingType(failure.type));
  const isTransient = !isLasting && (isTransientStatus(status) || failure.isTransient === true);
  const retryAfterMs = readRetryAfter(headers) ?? failure.retryAfterMs;
  return fail(asked, 'HTTP_STATUS', `answered with status ${status}`, {
    isTransient,
    status,
    type: failure.type,
    retryAfterMs,
    words: failure.message,
  });
}

function redirectTarget(location: string | null, base: URL): string | undefined {
  if (location === null) return undefined;
  try {
    return shownUrl(new URL(location, base));
  } catch {
    return undefined;
  }
}

function drop(response: Response): void {
  response.body?.cancel().catch(() => {});
}
