import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import type { Arguments } from '../arguments/command.ts';
import { suggest } from '../arguments/suggest.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { quote } from '../terminal/printable.ts';
import { HOSTS, type Host } from './hosts.ts';

/** Returns the host that a person named. */
export function readHost({ positional }: Arguments): Host {
  const names = HOSTS.map(({ name }) => name);
  const found = HOSTS.find(({ name }) => name === positional);
  if (found !== undefined) return found;
  const seen = positional === undefined ? 'none' : quote(positional);
  throw new UsageError(
    `Expected one of ${names.join(', ')}, got ${seen}.${positional === undefined ? '' : suggest(positional, names)}`,
  );
}

/**
 * Returns whether a person agrees, with `--yes` or in the terminal.
 *
 * @throws {UsageError} when nobody can be asked
 */
export async function confirm(given: Arguments, { stdin, stderr }: MainIo): Promise<boolean> {
  if (given.has('yes')) return true;
  if (stdin.isTTY !== true) {
    throw new UsageError('Nobody can be asked here. Add --yes to write this.');
  }
  const questions = createInterface({ input: stdin as unknown as Readable, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await questions.question('Write this? [y/N] ')).trim());
  } finally {
    questions.close();
  }
}
