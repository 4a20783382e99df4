/** Milliseconds of requests. */
export interface Times {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => rounded(sorted[Math.floor(share * sorted.length)] ?? 0);
  return { requests: times.length, p50: at(0.5), p99: at(0.99), most: rounded(sorted.at(-1) ?? 0) };
}

/** Returns a number with one digit after the point. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
