import { PalimpsestError } from '@palimpsest/core-types';

/** Codes of the network and of clients for it that pass by themselves (REQ-CR-001). */
const CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
  'STREAM_INTERRUPTED',
  'STREAM_CUT',
  'UNREACHABLE',
  'TIMEOUT',
]);

/** Types that providers write into error bodies, also where there is no status (#2045, #2053). */
const TYPES: ReadonlySet<string> = new Set(['overloaded_error', 'rate_limit_error', 'api_error']);

/** What errors without status or code say of themselves. */
const PHRASES =
  /\b(?:overloaded|rate limit|too many requests|temporarily unavailable|service unavailable|bad gateway|gateway time-?out|timed out|fetch failed|socket hang up|network error|connection (?:error|reset|refused|closed)|stream (?:was )?(?:interrupted|ended unexpectedly|terminated))\b/i;

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
  if (typeof error === 'string') return PHRASES.test(error) || TYPES.has(error) ? true : undefined;
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
  return typeof message === 'string' && PHRASES.test(message) ? true : undefined;
}

/** An HTTP status, as a number or in digits. */
function statusOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 400 && number <= 599 ? number : undefined;
}
