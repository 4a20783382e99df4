import { expect, test } from 'vitest';
import { runStoredJob } from '../../src/queue/stored-job.ts';
import { createJob, runnerWith } from './setup.ts';

const KEYS = [
  ['an API key', '401 Incorrect API key provided: sk-proj-Abc123Def456Ghi789Jkl012. See the docs.'],
  ['a bearer token', 'Header "authorization: Bearer abcdefgh12345678ijklmnop" is not valid'],
  ['a password', 'connect failed: password=hunter2hunter2hunter2 was refused'],
  ['a private key', 'cannot read -----BEGIN RSA PRIVATE KEY-----\nMIIEabcdefgh12345678\n-----END'],
] as const;
const PARTS = /Abc123Def456|Jkl012|abcdefgh12345678|ijklmnop|hunter2|MIIE/;

test.each(KEYS)('Redis does not get %s that a provider repeats in an error', async (_, message) => {
  const runner = runnerWith(() => {
    throw new Error(message);
  });
  const run = runStoredJob(createJob('one'), runner, new AbortController().signal);
  const error: Error = await run.then(
    () => expect.unreachable(),
    (reason: Error) => reason,
  );
  expect(error.message).toContain('[secret]');
  expect(error.message).not.toMatch(PARTS);
  expect(error.stack).not.toMatch(PARTS);
});
