import { parseArgs } from 'node:util';

export interface BenchArguments {
  readonly names: readonly string[];
  /** Compares with the committed results; writes nothing. */
  readonly isCheck: boolean;
  /** Writes the page from the committed results; measures nothing. */
  readonly isPage: boolean;
}

/** An unknown report or option, or options that exclude each other. */
export class UsageError extends Error {}

/**
 * Parses `pnpm bench [NAME…] [--check]` and `pnpm bench --page`.
 *
 * @throws {UsageError} when a report or an option is unknown, or options exclude each other
 */
export function readBenchArguments(
  given: readonly string[],
  known: readonly string[],
): BenchArguments {
  const { values, positionals } = parsed(given);
  const { check: isCheck = false, page: isPage = false } = values;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`report: expected one of ${known.join(', ')}, got ${unknown}.`);
  }
  if (isPage && (isCheck || positionals.length > 0)) {
    throw new UsageError(`--page: expected no other argument, got ${given.join(' ')}.`);
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
      options: { check: { type: 'boolean' }, page: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
