import { MAX_TIMER_MS, OptionError } from '@palimpsest/core-types';

/** @throws {OptionError} */
export function checkCount(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new OptionError(option, value, 'a whole number, 1 or more');
}

/** Checks a time for a timer. @throws {OptionError} */
export function checkTime(option: string, value: number, least: number): number {
  if (Number.isFinite(value) && value >= least && value <= MAX_TIMER_MS) return value;
  throw new OptionError(option, value, `milliseconds from ${least} to ${MAX_TIMER_MS}`);
}
