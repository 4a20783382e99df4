import { OptionError } from '@palimpsest/core-types';

export function checkCount(option: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new OptionError(option, value, `a whole number, ${least} or more`);
}

export function checkMilliseconds(option: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new OptionError(option, value, 'a finite number of milliseconds, 0 or more');
}
