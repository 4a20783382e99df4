import { parseArgs } from 'node:util';
import { CONSTRAINTS_OPTIONS } from '../constraints/constraints-options.ts';
import { REPLAY_OPTIONS } from '../replay/replay-options.ts';

export interface BenchArguments {
  readonly names: readonly string[];
  /** Compare with the results that are there, and write nothing. */
  readonly isCheck: boolean;
  /** Write the page from the results that are there, and measure nothing. */
  readonly isPage: boolean;
}

/** Options that one report has of its own. */
const OWN_OPTIONS: Readonly<Record<string, object>> = {
  replay: REPLAY_OPTIONS,
  constraints: CONSTRAINTS_OPTIONS,
};

/** Something was asked for that there is none of. */
export class UsageError extends Error {}

/**
 * Reads `pnpm bench [NAME…] [--check]`, `pnpm bench --page`, and the options that a report has of its own.
 *
 * @throws {UsageError} for what there is none of, naming what there is
 */
export function readBenchArguments(
  given: readonly string[],
  known: readonly string[],
): BenchArguments {
  const { values, positionals } = parsed(given);
  const { check: isCheck = false, page: isPage = false, ...others } = values;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${unknown}: there is no such report. Give some of ${known.join(', ')}.`);
  }
  if (isPage && (isCheck || positionals.length > 0)) {
    throw new UsageError('--page measures nothing: give it alone.');
  }
  const [option] = Object.keys(others);
  if (option !== undefined) {
    const owner = Object.keys(OWN_OPTIONS).find((name) => option in OWN_OPTIONS[name]!)!;
    if (positionals.length !== 1 || positionals[0] !== owner || isCheck) {
      throw new UsageError(
        `--${option} is for one report alone: pnpm bench ${owner} --${option} …`,
      );
    }
  }
  return {
    names: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)),
    isCheck,
    isPage,
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        ...REPLAY_OPTIONS,
        ...CONSTRAINTS_OPTIONS,
        check: { type: 'boolean' },
        page: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
