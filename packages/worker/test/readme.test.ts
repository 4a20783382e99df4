import * as worker from '@palimpsest/worker';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HELP } from '../src/command/read-arguments.ts';
import { compressApart } from './readme/queue.ts';
import config from './readme/config.ts';
import { createJob, url } from './setup.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.skipIf(url === undefined)('the code of the README compresses a history', async () => {
  const running = worker.createCompressionWorker({ ...config, connection: url! });
  const run = running.run();
  try {
    const state = await compressApart(createJob('readme', { strategy: 'salience' }), url!);
    expect(state.kind).toBe('done');
  } finally {
    await running.close();
    await run;
  }
});

test('the README names every export and every option', () => {
  for (const name of Object.keys(worker)) expect(readme).toContain(`\`${name}`);
  for (const [option] of HELP.matchAll(/--[a-z-]+/g)) expect(readme).toContain(`\`${option}`);
});

test('the README is short', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(100);
});
