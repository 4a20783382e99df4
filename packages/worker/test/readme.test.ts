import * as worker from '@palimpsest/worker';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compressApart } from './readme/queue.ts';
import { work } from './readme/work.ts';
import { createJob, url } from './setup.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.skipIf(url === undefined)('the code of the README compresses a history', async () => {
  const kinds: string[] = [];
  const working = work(url!, ({ kind }) => kinds.push(kind));
  const state = await compressApart(createJob('readme', { strategy: 'salience' }), url!);
  expect(state.kind).toBe('done');
  process.emit('SIGTERM');
  await working;
  expect(kinds).toEqual(['done']);
});

test('the README names every export', () => {
  for (const name of Object.keys(worker)) expect(readme).toContain(`\`${name}`);
});

test('the README is short', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(100);
});
