import { PalimpsestError } from '@palimpsest/core-types';

/** Codes of the operating system for a network that may work again. Wrapped errors keep them in their message only: `read ECONNRESET`. */
const NETWORK_CODES = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'EAI_AGAIN',
];

/** Codes of transient errors, of the network and of its clients (REQ-CR-001). */
const CODES: ReadonlySet<string> = new Set([
  ...NETWORK_CODES,
  'ERR_STREAM_PREMATURE_CLOSE',
  'LLXPRT_STREAM_INTERRUPTED',
  'STREAM_INTERRUPTED',
  'STREAM_CUT',
  'UNREACHABLE',
  'TIMEOUT',
]);

/** Types that providers write into error bodies, also where there is no status (#2045, #2053). */
const TYPES: ReadonlySet<string> = new Set(['overloaded_error', 'rate_limit_error', 'api_error']);

/** Words of transient errors that have neither a status nor a code. */
const PHRASES = new RegExp(
  String.raw`\b(?:${[
    'overloaded',
    'rate limit',
    'too many requests',
    'temporarily unavailable',
    'service unavailable',
    'bad gateway',
    '(?:gateway|network|request|socket) time-?out',
    'timed out',
    'fetch failed',
    'socket (?:hang up|hung up|closed)',
    'network error',
    'request aborted',
    'connection (?:error|reset|refused|closed|terminated)',
    'stream (?:was )?(?:interrupted|ended unexpectedly|terminated|closed|prematurely closed)',
    ...NETWORK_CODES,
  ].join('|')})\b`,
  'i',
);

/** All that `fetch` says of a connection that ended early. Within other words it may mean anything. */
const TERMINATED = /^(?:TypeError: )?terminated$/i;

/** Errors in errors are followed so far, a circle included. */
const DEPTH = 10;

/** Whether trying again may help: by status, code, type or words of an error, or of what caused it (REQ-CR-001, REQ-CR-002). */
export function isTransientCompressionError(error: unknown): boolean {
  const waiting: unknown[] = [error];
  const seen = new Set<unknown>();
  for (
    let next = waiting.shift();
    next !== undefined && seen.size < DEPTH;
    next = waiting.shift()
  ) {
    if (seen.has(next)) continue;
    seen.add(next);
    const verdict = judge(next);
    if (verdict !== undefined) return verdict;
    if (typeof next !== 'object' || next === null) continue;
    for (const name of ['cause', 'originalError', 'error'] as const) {
      const inner: unknown = Reflect.get(next, name);
      if (inner !== undefined && inner !== null) waiting.push(inner);
    }
  }
  return false;
}

/** Whether the same strategy should ask again. An empty summary mostly comes again (REQ-CR-002). */
export function shouldRetryCompressionError(error: unknown): boolean {
  return isTransientCompressionError(error);
}

/** Whether a strategy that needs no model should take over (REQ-CR-004). */
export function isFallbackEligibleCompressionError(error: unknown): boolean {
  const isEmpty = PalimpsestError.isInstance(error) && error.code === 'EMPTY_SUMMARY';
  return isEmpty || isTransientCompressionError(error);
}

/** What one error says of itself; `undefined` where its cause has to be asked. */
function judge(error: unknown): boolean | undefined {
  if (typeof error === 'string') return hasPhrase(error) || TYPES.has(error) ? true : undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  const { isTransient, status, statusCode, code, type, message, name } = error as Readonly<
    Record<string, unknown>
  >;
  if (typeof isTransient === 'boolean') return isTransient;
  // Our own errors are permanent unless they say otherwise.
  if (PalimpsestError.isInstance(error)) return false;
  const number = [status, statusCode, code].map(statusOf).find((value) => value !== undefined);
  if (number !== undefined) {
    return number === 408 || number === 429 || number >= 500;
  }
  if (typeof code === 'string' && (CODES.has(code) || code.startsWith('UND_ERR_'))) return true;
  // What the platform's own signals for a time limit abort with.
  if (name === 'TimeoutError' || (typeof type === 'string' && TYPES.has(type))) return true;
  // Someone aborted the call; whatever the words, trying again is not wanted.
  if (name === 'AbortError') return undefined;
  return typeof message === 'string' && hasPhrase(message) ? true : undefined;
}

function hasPhrase(message: string): boolean {
  return PHRASES.test(message) || TERMINATED.test(message.trim());
}

/** An HTTP status, as a number or in digits. */
function statusOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 400 && number <= 599 ? number : undefined;
}
