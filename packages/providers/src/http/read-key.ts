import { fail } from '../failure/fail.ts';
import type { Connection } from '../options/connection.ts';
import { headerValue } from '../options/headers.ts';
import type { ProviderError } from '../provider-error.ts';
import { waitingFailed, type Exchange } from './exchange.ts';

/** The key as it is now. What a function throws is not shown: it may hold the key. */
export async function readKey(
  { apiKey, needsKey }: Connection,
  exchange: Exchange,
): Promise<string | undefined> {
  if (typeof apiKey !== 'function') return apiKey;
  const none = (what: string): ProviderError =>
    fail(exchange.asked, 'NO_API_KEY', what, { isTransient: false });
  let key: unknown;
  try {
    key = await exchange.limit.wait(apiKey);
  } catch (error) {
    throw waitingFailed(exchange, error, 'of a key', () => none('got no key: `apiKey` failed'));
  }
  if (key === undefined || (typeof key === 'string' && key.trim() === '')) {
    if (!needsKey) return undefined;
    throw none('needs a key, and `apiKey` had none');
  }
  if (typeof key !== 'string')
    throw none('needs a key, and `apiKey` gave something that is no text');
  return headerValue('apiKey', key);
}
