import { parseArgs } from 'node:util';
import { CONSTRAINTS_OPTIONS } from '../constraints/constraints-options.ts';
import { REPLAY_OPTIONS } from '../replay/replay-options.ts';

export interface BenchArguments {
  readonly names: readonly string[];
  /** Compares with the committed results; writes nothing. */
  readonly isCheck: boolean;
  /** Writes the page from the committed results; measures nothing. */
  readonly isPage: boolean;
}

/** Options of a single report. */
const OWN_OPTIONS: Readonly<Record<string, object>> = {
  replay: REPLAY_OPTIONS,
  bills: REPLAY_OPTIONS,
  constraints: CONSTRAINTS_OPTIONS,
};

/** An unknown report or option, or options that exclude each other. */
export class UsageError extends Error {}

/**
 * Parses `pnpm bench [NAME…] [--check]`, `pnpm bench --page`, and the options of single reports.
 *
 * @throws {UsageError} when a report or an option is unknown, or options exclude each other
 */
export function readBenchArguments(
  given: readonly string[],
  known: readonly string[],
): BenchArguments {
  const { values, positionals } = parsed(given);
  const { check: isCheck = false, page: isPage = false, ...others } = values;
  const received = [...positionals, ...(isCheck ? ['--check'] : [])].join(' ') || 'no report';
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`report: expected one of ${known.join(', ')}, got ${unknown}.`);
  }
  if (isPage && (isCheck || positionals.length > 0)) {
    throw new UsageError(`--page: expected no other argument, got ${received}.`);
  }
  const [option] = Object.keys(others);
  if (option !== undefined) {
    const owners = Object.keys(OWN_OPTIONS).filter((name) => option in OWN_OPTIONS[name]!);
    if (positionals.length !== 1 || !owners.includes(positionals[0]!) || isCheck) {
      throw new UsageError(
        `--${option}: expected the report ${owners.join(' or ')} alone, got ${received}. Run pnpm bench ${owners[0]} --${option} ….`,
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
