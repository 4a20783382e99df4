import { codecs, type FormatName } from '@palimpsest/formats';
import { UsageError } from '../errors.ts';
import { quote } from '../terminal/printable.ts';
import { withValue, type Arguments, type Options } from './command.ts';
import { suggest } from './suggest.ts';

export const FORMAT_NAMES: readonly string[] = Object.keys(codecs);

const FORMATS = `${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}`;

export const FORMAT_OPTION: Options = {
  format: withValue('NAME', `format of the messages: auto (default), ${FORMATS}`, 'f'),
};

export const ORIGINALS_OPTIONS: Options = {
  originals: withValue('DIR', 'folder for the originals of removed text; only you can read it'),
  session: withValue('NAME', 'namespace in that folder (default: default)'),
};

export const CONVERSATION_OPTION: Options = {
  conversation: withValue(
    'NAME',
    'the conversation of the session: a name, or the file it came from (default: found by path, id and content)',
  ),
};

export const REWRITE_OPTIONS: Options = {
  out: withValue(
    'FILE|-',
    'output (default: standard output, unless it is a terminal; - for a terminal too)',
    'o',
  ),
  report: withValue(
    'KIND',
    'report on standard error: text (default), json (one object per conversation) or none',
  ),
  'skip-bad': { help: 'copy unreadable lines unchanged instead of failing' },
};

const THOUSANDS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** Returns a whole number of at least 1. `_` may group its digits, and `20k` or `1.5M` stand for thousands or millions. */
export function readPositive(given: Arguments, option: string): number | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const [, digits, unit = ''] = /^(\d[\d_]*(?:\.\d+(?=[km]))?)([km]?)$/i.exec(text) ?? [];
  const value =
    digits === undefined
      ? Number.NaN
      : Math.round(Number(digits.replaceAll('_', '')) * THOUSANDS[unit.toLowerCase()]!);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  const most = value > Number.MAX_SAFE_INTEGER ? ` and at most ${Number.MAX_SAFE_INTEGER}` : '';
  throw invalidValue(option, text, `a whole number of at least 1${most}, such as 20000 or 20k`);
}

const MAX_PORT = 65_535;

/** Returns a port number from 1 to 65535. */
export function readPort(given: Arguments, option: string): number | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= MAX_PORT) return port;
  throw invalidValue(option, text, `a port from 1 to ${MAX_PORT}`);
}

/** Returns a number between 0 and 1, both excluded: `0.3`, or `30%`. */
export function readShare(given: Arguments, option: string): number | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const [, number, percent] = /^\s*([\d.]+|[\d.]+e-?\d+)\s*(%?)\s*$/.exec(text) ?? [];
  const value = Number(number ?? Number.NaN) / (percent === '%' ? 100 : 1);
  if (value > 0 && value < 1) return value;
  throw invalidValue(option, text, 'a number greater than 0 and less than 1, or 30%');
}

/** @throws {UsageError} if both options for the target are given */
export function checkOneTarget(given: Arguments): void {
  if (given.has('target-tokens') && given.has('target-ratio')) {
    throw new UsageError('--target-tokens, --target-ratio: expected one of them, got both.');
  }
}

/** Returns the first and the last line, counted from 1; a single number is both. */
export function readLineRange(
  given: Arguments,
  option: string,
): readonly [number, number] | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  const range = [Number(first), Number(last)] as const;
  if (first !== '' && range[0] >= 1 && range[0] <= range[1]) return range;
  throw invalidValue(option, text, 'one line or two, counted from 1, such as 10 or 10-30');
}

export function readChoice<Choice extends string>(
  given: Arguments,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw invalidValue(option, text, `one of ${choices.join(', ')}`, suggest(text, choices));
}

/** Returns the format of the messages; `undefined` if it is to be detected. */
export function readFormat(given: Arguments): FormatName | undefined {
  const choice = readChoice(given, 'format', ['auto', ...FORMAT_NAMES]);
  return choice === 'auto' ? undefined : (choice as FormatName | undefined);
}

/** Returns an error that says what an option accepts, and what was found. */
function invalidValue(option: string, seen: string, expected: string, hint = ''): UsageError {
  return new UsageError(`--${option}: expected ${expected}, got ${quote(seen)}.${hint}`);
}
