import { expect, test } from 'vitest';
import { compressApart } from '../readme/queue.ts';
import { work } from '../readme/work.ts';
import { createJob, redisUrl } from './setup.ts';

test.skipIf(redisUrl === undefined)('the code of the README compresses a history', async () => {
  const kinds: string[] = [];
  const working = work(redisUrl!, ({ kind }) => kinds.push(kind));
  const state = await compressApart(createJob('readme', { strategy: 'salience' }), redisUrl!);
  expect(state.kind).toBe('done');
  process.emit('SIGTERM');
  await working;
  expect(kinds).toEqual(['done']);
});
