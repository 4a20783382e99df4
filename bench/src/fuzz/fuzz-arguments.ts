import { OptionError } from '@palimpsest/core-types';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

export interface FuzzArguments {
  readonly seed: number;
  readonly cases: number | undefined;
  readonly minutes: number | undefined;
  /** Index of the only case to run. */
  readonly index: number | undefined;
  readonly workers: number;
  /** URL of a module with other kinds. */
  readonly kindsModule: string | undefined;
  readonly isRecorded: boolean;
}

/** Minutes of a run without a limit. */
const USUAL_MINUTES = 5;

/**
 * Parses the command line.
 *
 * @throws {OptionError} when an argument is invalid
 */
export function fuzzArguments(given: readonly string[]): FuzzArguments {
  const { values } = parseArgs({
    args: given.filter((argument) => argument !== '--'),
    options: {
      minutes: { type: 'string' },
      cases: { type: 'string' },
      seed: { type: 'string' },
      case: { type: 'string' },
      workers: { type: 'string', default: '2' },
      kinds: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  });
  const cases = whole('--cases', values.cases, 1);
  const minutes = positive('--minutes', values.minutes);
  return {
    seed: whole('--seed', values.seed, 0) ?? randomInt(2 ** 31),
    cases,
    minutes: cases === undefined ? (minutes ?? USUAL_MINUTES) : minutes,
    index: whole('--case', values.case, 0),
    workers: whole('--workers', values.workers, 1)!,
    kindsModule: values.kinds === undefined ? undefined : pathToFileURL(resolve(values.kinds)).href,
    isRecorded: values.record,
  };
}

function whole(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new OptionError(option, text, `a whole number of at least ${least}`);
}

function positive(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0 && value < Infinity) return value;
  throw new OptionError(option, text, 'a number greater than 0');
}
