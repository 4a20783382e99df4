/** Prices of a million tokens, and from where on a prompt is cached. */
export interface InputRates {
  readonly input: number;
  readonly read: number;
  readonly write: number;
  readonly minimum: number;
}

/** Calls of which each sends what the one before it sent, and `growth` tokens more. */
export interface CallSeries {
  /** Tokens the next call sends. */
  readonly tokens: number;
  /** So many of them are read from the cache. */
  readonly cached: number;
  /** How many calls, the next one included; not necessarily whole: it is an expectation. */
  readonly calls: number;
  readonly growth: number;
  /** Whether each later call comes while the one before it is still cached. */
  readonly isWarmLater: boolean;
}

/**
 * What the input of a series of calls costs, without simulating them: the first call by what it finds, later ones by whether the prompt
 * before them was long enough to be cached and is still there.
 */
export function billCalls(rates: InputRates, series: CallSeries): number {
  const { tokens, cached, calls, growth, isWarmLater } = series;
  const { input, read, write, minimum } = rates;
  const first = cached * read + (tokens - cached) * (tokens < minimum ? input : write);
  const later = Math.max(0, calls - 1);
  const short = callsBelow(minimum - tokens, growth, later);
  // The first prompt that is long enough finds nothing, either.
  const unread = isWarmLater ? Math.min(later, short + (tokens < minimum ? 1 : 0)) : later;
  const sent = (count: number) => count * tokens + (growth * count * (count + 1)) / 2;
  const reading = later - unread;
  const total =
    first +
    input * sent(short) +
    write * (sent(unread) - sent(short)) +
    read * (sent(later) - sent(unread) - growth * reading) +
    write * growth * reading;
  return (total * Math.min(1, calls)) / 1_000_000;
}

/** How many of the later calls send too little to be cached. */
function callsBelow(missing: number, growth: number, later: number): number {
  if (missing <= 0) return 0;
  if (growth === 0) return later;
  return Math.min(later, Math.max(0, Math.ceil(missing / growth) - 1));
}
