import { PalimpsestError } from '@palimpsest/core-types';

/** Operating system codes of transient network errors. Wrapped errors have them in the message only: `read ECONNRESET`. */
const NETWORK_CODES = [
  ...'ECONNRESET ECONNREFUSED ECONNABORTED ETIMEDOUT ENOTFOUND'.split(' '),
  ...'EHOSTUNREACH ENETUNREACH EPIPE EAI_AGAIN'.split(' '),
];

/** Codes of transient errors of the network and its clients. */
const CODES: ReadonlySet<string> = new Set([
  ...NETWORK_CODES,
  ...'ERR_STREAM_PREMATURE_CLOSE LLXPRT_STREAM_INTERRUPTED STREAM_INTERRUPTED'.split(' '),
  ...'STREAM_CUT UNREACHABLE TIMEOUT'.split(' '),
]);

/** Types of transient errors in the bodies that providers return, even without a status. */
const TYPES: ReadonlySet<string> = new Set(['overloaded_error', 'rate_limit_error', 'api_error']);

/** Phrases of transient errors that have neither a status nor a code. */
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

/** The whole message of `fetch` when a connection ends early. Within other text it can mean anything. */
const TERMINATED = /^(?:TypeError: )?terminated$/i;

/** Maximum number of nested errors to check. */
const DEPTH = 10;

/** Returns whether a retry may help, by the status, code, type or message of an error or of its causes. */
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
    const verdict = checkTransient(next);
    if (verdict !== undefined) return verdict;
    if (typeof next !== 'object' || next === null) continue;
    for (const name of ['cause', 'originalError', 'error'] as const) {
      const inner: unknown = Reflect.get(next, name);
      if (inner !== undefined && inner !== null) waiting.push(inner);
    }
  }
  return false;
}

/** Returns whether to retry the same strategy. An empty summary usually recurs. */
export function shouldRetryCompressionError(error: unknown): boolean {
  return isTransientCompressionError(error);
}

/** Returns whether to fall back to a strategy without a model. */
export function isFallbackEligibleCompressionError(error: unknown): boolean {
  const isEmpty = PalimpsestError.isInstance(error) && error.code === 'EMPTY_SUMMARY';
  return isEmpty || isTransientCompressionError(error);
}

/** Returns whether the error itself is transient; `undefined` if its cause decides. */
function checkTransient(error: unknown): boolean | undefined {
  if (typeof error === 'string') return hasPhrase(error) || TYPES.has(error) ? true : undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  const { isTransient, status, statusCode, code, type, message, name } = error as Readonly<
    Record<string, unknown>
  >;
  if (typeof isTransient === 'boolean') return isTransient;
  // Palimpsest errors are permanent unless `isTransient` is set.
  if (PalimpsestError.isInstance(error)) return false;
  const number = [status, statusCode, code].map(statusOf).find((value) => value !== undefined);
  if (number !== undefined) return number === 408 || number === 429 || number >= 500;
  if (typeof code === 'string' && (CODES.has(code) || code.startsWith('UND_ERR_'))) return true;
  // `AbortSignal.timeout` aborts with this name.
  if (name === 'TimeoutError' || (typeof type === 'string' && TYPES.has(type))) return true;
  // An intended abort is not transient, whatever its message; its cause may be.
  if (name === 'AbortError') return undefined;
  return typeof message === 'string' && hasPhrase(message) ? true : undefined;
}

function hasPhrase(message: string): boolean {
  return PHRASES.test(message) || TERMINATED.test(message.trim());
}

/** Parses an HTTP error status, a number or three digits; `undefined` for other values. */
function statusOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 400 && number <= 599 ? number : undefined;
}
