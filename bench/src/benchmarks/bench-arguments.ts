import { parseArgs } from 'node:util';
import { REPLAY_OPTIONS } from '../replay/replay-options.ts';

export interface BenchArguments {
  readonly names: readonly string[];
  /** Compare with the results that are there, and write nothing. */
  readonly isCheck: boolean;
  /** Write the page from the results that are there, and measure nothing. */
  readonly isPage: boolean;
}

/** Something was asked for that there is none of. */
export class UsageError extends Error {}

/**
 * Reads `pnpm bench [NAME…] [--check]`, `pnpm bench --page`, and the options of `pnpm bench replay`.
 *
 * @throws {UsageError} for what there is none of, naming what there is
 */
export function readBenchArguments(
  given: readonly string[],
  known: readonly string[],
): BenchArguments {
  const { values, positionals } = parsed(given);
  const { check: isCheck = false, page: isPage = false, ...ofReplay } = values;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${unknown}: there is no such report. Give some of ${known.join(', ')}.`);
  }
  if (isPage && (isCheck || positionals.length > 0)) {
    throw new UsageError('--page measures nothing: give it alone.');
  }
  const [narrowing] = Object.keys(ofReplay);
  const isReplayAlone = positionals.length === 1 && positionals[0] === 'replay' && !isCheck;
  if (narrowing !== undefined && !isReplayAlone) {
    throw new UsageError(
      `--${narrowing} is for one report alone: pnpm bench replay --${narrowing} …`,
    );
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
      options: { ...REPLAY_OPTIONS, check: { type: 'boolean' }, page: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
