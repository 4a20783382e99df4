import { describeValue } from '@palimpsest/core-types';
import type { JobRunnerOptions } from '@palimpsest/orchestrator/background';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';
import { refusal } from './read-arguments.ts';

/** What the default export of a configuration may have. */
const KEYS: readonly (keyof JobRunnerOptions)[] = [
  'strategies',
  'estimateTokens',
  'resolveProvider',
  'resolvePrompt',
  'attempts',
  'logger',
  'now',
];

/**
 * Loads the module of `--config`. `createCompressionWorker` checks the values.
 *
 * @throws {PalimpsestError} REFUSED when the file is missing or its default export has another form; errors of the module itself
 */
export async function loadConfig(file: string, cwd: string): Promise<JobRunnerOptions> {
  const path = resolve(cwd, file);
  const option = `--config ${JSON.stringify(file)}`;
  if (!existsSync(path)) throw refusal(`${option}: expected a module, but the file is missing.`);
  const { default: config } = (await import(pathToFileURL(path).href)) as { default?: unknown };
  if (typeof config !== 'object' || config === null) {
    const expected = `a default export with ${KEYS.slice(0, 2).join(' and ')}`;
    throw refusal(`${option}: expected ${expected}, got ${describeValue(config)}.`);
  }
  const unknown = Object.keys(config).filter((key) => !KEYS.some((known) => known === key));
  if (unknown.length > 0) {
    const expected = `a default export with only ${KEYS.join(', ')}`;
    throw refusal(`${option}: expected ${expected}; got also ${unknown.join(', ')}.`);
  }
  return config as JobRunnerOptions;
}
