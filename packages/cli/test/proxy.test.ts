import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { pointAtProxy } from '../src/proxy/base-urls.ts';
import { createCommand } from './command.ts';

const { run } = createCommand();

/** Starts a provider that answers with the path and the key of each request. */
async function startProvider(): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url, key: headers['x-api-key'] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A command that sends one request to its base URL, and exits with 7 if the provider answers as expected. */
const CHILD = `
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/models', { headers: { 'x-api-key': 'k' } });
  const { url, key } = await response.json();
  process.exit(url === '/v1/models' && key === 'k' ? 7 : 1);
`;

test('run passes the requests of a command to the provider, and returns its exit code', async () => {
  const url = await startProvider();
  const command = ['--', process.execPath, '--input-type=module', '-e', CHILD];
  const { code, stderr } = await run(['run', '--upstream', `anthropic=${url}`, ...command], {
    env: { HOME: '/nowhere' },
  });
  expect([code, stderr]).toEqual([7, '']);
});

test('run sends requests on to a base URL that is set already', async () => {
  const url = await startProvider();
  const env = { HOME: '/nowhere', ANTHROPIC_BASE_URL: url };
  const command = ['--', process.execPath, '--input-type=module', '-e', CHILD];
  expect((await run(['run', ...command], { env })).code).toBe(7);
});

test.each([
  [['run'], /No command to run: write it after --/],
  [['run', '--', 'no-such-command'], /"no-such-command" was not found\./],
  [['proxy', '--upstream', 'openai'], /--upstream: expected NAME=URL, .*got "openai"\./],
  [['proxy', '--upstream', 'v1=http://a'], /upstreams: .*"v1"/],
  [['proxy', '--host', '0.0.0.0'], /token: expected a token, because 0\.0\.0\.0/],
])('refuses %j', async (argv, message) => {
  const { code, stderr } = await run(argv, { env: { HOME: '/nowhere' } });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test('codex and opencode get the address in their own form', () => {
  const proxy = 'http://127.0.0.1:1';
  expect(pointAtProxy('codex', ['exec'], {}, proxy).args).toEqual([
    '-c',
    'openai_base_url="http://127.0.0.1:1/openai/v1"',
    'exec',
  ]);
  const own = { OPENCODE_CONFIG_CONTENT: '{"model":"a/b","provider":{"openai":{}}}' };
  const { env } = pointAtProxy('/usr/bin/opencode', [], own, proxy);
  expect(JSON.parse(env['OPENCODE_CONFIG_CONTENT']!)).toMatchObject({
    model: 'a/b',
    provider: {
      openai: {},
      anthropic: { options: { baseURL: 'http://127.0.0.1:1/anthropic/v1' } },
    },
  });
  expect(pointAtProxy('aider', [], {}, proxy).env).toMatchObject({
    OPENAI_BASE_URL: 'http://127.0.0.1:1/openai/v1',
  });
});

test('proxy prints its address, and ends when it is interrupted', async () => {
  const end = new AbortController();
  setTimeout(() => end.abort(), 300);
  const { code, stdout } = await run(['proxy', '--port', '41417'], {
    signal: end.signal,
    env: { HOME: '/nowhere' },
  });
  expect([code, stdout]).toEqual([0, 'http://127.0.0.1:41417\n']);
});
