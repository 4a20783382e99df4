const STATUSES = new Set([408, 409, 425, 429]);

/** Statuses after which the same request may succeed. */
export function isTransientStatus(status: number): boolean {
  return STATUSES.has(status) || (status >= 500 && status <= 599);
}

/** Who asks, what for, or how much has to change first, whatever the body calls it: `api_error` stands for anything. */
const LASTING_STATUSES = new Set([401, 402, 403, 404, 405, 410, 413, 422]);

export function isLastingStatus(status: number): boolean {
  return LASTING_STATUSES.has(status);
}

/** What providers call an error that passes, in the spelling of `plain`. */
const PASSING = new Set([
  'aborted',
  'apierror',
  'deadlineexceeded',
  'engineoverloaded',
  'internal',
  'internalerror',
  'internalservererror',
  'overloaded',
  'overloadederror',
  'ratelimit',
  'ratelimiterror',
  'ratelimitexceeded',
  'requesttimeout',
  'resourceexhausted',
  'servererror',
  'serviceunavailable',
  'serviceunavailableerror',
  'slowdown',
  'timeout',
  'timeouterror',
  'unavailable',
]);

/** An account without money answers 429 as well, and goes on doing so. */
const LASTING = new Set(['insufficientquota', 'billinghardlimitreached', 'billingnotactive']);

export function isPassingType(type: string): boolean {
  return PASSING.has(plain(type));
}

export function isLastingType(type: string): boolean {
  return LASTING.has(plain(type));
}

/** `rate_limit_error`, `RateLimitError` and `RATE_LIMIT_ERROR` are one. */
function plain(type: string): string {
  return type.toLowerCase().replaceAll(/[^a-z]/g, '');
}
