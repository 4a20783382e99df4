import { codecs, type FormatName } from '@palimpsest/formats';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { nearest } from './nearest.ts';
import type { Arguments } from './option.ts';

/** A whole number of at least 1; `_` may group its digits. */
export function readPositive(given: Arguments, option: string): number | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const value = /^\d[\d_]*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= 1) return value;
  const most = value > Number.MAX_SAFE_INTEGER ? ` and at most ${Number.MAX_SAFE_INTEGER}` : '';
  throw wrong(option, text, `a whole number of at least 1${most}`);
}

/** A number between 0 and 1, both excluded. */
export function readShare(given: Arguments, option: string): number | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && value < 1) return value;
  throw wrong(option, text, 'a number greater than 0 and less than 1');
}

/** Two line numbers, the first no greater than the last; one number is both. */
export function readLineRange(
  given: Arguments,
  option: string,
): readonly [number, number] | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  const range = [Number(first), Number(last)] as const;
  if (first !== '' && range[0] >= 1 && range[0] <= range[1]) return range;
  throw wrong(option, text, 'two lines counted from 1, the first no later than the last: 10-30');
}

/** One of a few words. */
export function readChoice<Choice extends string>(
  given: Arguments,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const meant = nearest(text, choices);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw wrong(option, text, `one of ${choices.join(', ')}`, hint);
}

/** A format; `undefined` where it is to be told from the messages. */
export function readFormat(given: Arguments): FormatName | undefined {
  const names = Object.keys(codecs) as FormatName[];
  const choice = readChoice(given, 'format', ['auto', ...names] as const);
  return choice === 'auto' ? undefined : choice;
}

function wrong(option: string, seen: string, accepted: string, hint = ''): Refusal {
  return new Refusal(`--${option} is "${printable(seen, 80)}", but must be ${accepted}.${hint}`);
}
