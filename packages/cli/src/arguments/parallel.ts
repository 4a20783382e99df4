import { availableParallelism } from 'node:os';
import type { Shard } from '../conversations/read-conversations.ts';
import { rejectOptions, type Arguments } from './command.ts';
import { invalidValue } from './options.ts';

/** More threads than cores only take memory. */
export const MAX_JOBS = 256;

/**
 * Returns how many conversations are compressed at once.
 *
 * @throws {UsageError} also for several with `--originals`, whose conversations are told apart in their order
 */
export function readJobs(given: Arguments): number {
  const text = given.get('jobs') ?? '1';
  const jobs = text === 'auto' ? Math.min(MAX_JOBS, availableParallelism()) : parseWhole(text);
  if (!(jobs >= 1 && jobs <= MAX_JOBS)) {
    throw invalidValue('jobs', text, `a whole number from 1 to ${MAX_JOBS}, or auto`);
  }
  if (jobs > 1) rejectOptions(given, ['originals'], 'needs --jobs 1.');
  return jobs;
}

/** Returns the conversations that this run compresses; `undefined` for all. */
export function readShard(given: Arguments): Shard | undefined {
  const text = given.get('shard');
  if (text === undefined) return undefined;
  const [first = Number.NaN, count = Number.NaN, ...more] = text.split('/').map(parseWhole);
  if (first >= 1 && first <= count && more.length === 0) return { first, count };
  throw invalidValue('shard', text, 'K/N with whole numbers, K from 1 to N, such as 1/8');
}

/** Returns a number of at most 9 digits, or `NaN`. */
function parseWhole(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
