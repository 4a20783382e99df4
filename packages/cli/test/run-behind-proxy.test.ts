import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startCompanyProxy } from '../../proxy/test/company-proxy.ts';
import { startProvider } from '../../proxy/test/provider.ts';
import { pointAtProxy } from '../src/proxy/run-command.ts';
import { createCommand } from './command.ts';

const { run } = createCommand();
const HOME = mkdtempSync(join(tmpdir(), 'palimpsest-network-'));
afterAll(() => rmSync(HOME, { recursive: true, force: true }));

/** A command that sends a key and a prompt to its base URL, and exits with 7 if the provider answers. */
const CHILD = `
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': 'sk-secret-key' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'My private prompt.' }] }),
  });
  process.exit((await response.text()) === 'Here.' ? 7 : 1);
`;

test.each([['HTTP_PROXY'], ['http_proxy'], ['ALL_PROXY', 'HTTP_PROXY']])(
  'run with %s: the command reaches the provider, and that proxy reads no request',
  async (...names) => {
    const provider = await startProvider((_, response) => response.end('Here.'));
    const company = await startCompanyProxy(new URL(provider.url));
    const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
    const upstream = ['--upstream', 'anthropic=http://provider.example'];
    const child = ['--', process.execPath, '--input-type=module', '-e', CHILD];
    const command = ['--conditions=@palimpsest/source', bin, 'run', ...upstream, ...child];
    const env = {
      HOME,
      // Makes the command do what agents do by themselves.
      NODE_USE_ENV_PROXY: '1',
      ...Object.fromEntries(names.map((name) => [name, company.url])),
    };
    const running = spawn(process.execPath, command, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect(await once(running, 'exit')).toEqual([7, null]);
    expect(company.requests).toEqual([]);
    expect(company.tunnels).toEqual(['provider.example:80']);
    expect(provider.requests).toHaveLength(1);
  },
);

test('run says that it does not use a proxy of another kind', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('https_proxy', 'socks5://me:secret@127.0.0.1:1080');
  const { code, stderr } = await run(['run', '--', process.execPath, '-e', ''], { env: { HOME } });
  expect(code).toBe(0);
  expect(stderr).toBe(
    'palimpsest: requests to providers do not go through socks5://127.0.0.1:1080, because that is not an HTTP proxy\n',
  );
});

test.each([
  [{}, '127.0.0.1,localhost,::1', '127.0.0.1,localhost,::1'],
  [{ NO_PROXY: 'corp.example' }, 'corp.example,127.0.0.1,localhost,::1', undefined],
  [
    { no_proxy: 'corp.example, 10.0.0.1' },
    'corp.example,10.0.0.1,127.0.0.1,localhost,::1',
    undefined,
  ],
  [
    { NO_PROXY: 'upper.example', no_proxy: 'lower.example localhost' },
    'upper.example,127.0.0.1,localhost,::1',
    'lower.example,localhost,127.0.0.1,::1',
  ],
  [{ NO_PROXY: '*' }, '*', '*'],
  [{ NO_PROXY: '', no_proxy: '' }, '127.0.0.1,localhost,::1', undefined],
])('with %j, the command asks this machine without a proxy', (given, upper, lower = upper) => {
  const { env } = pointAtProxy('codex', [], given, 'http://127.0.0.1:1');
  expect([env['NO_PROXY'], env['no_proxy']]).toEqual([upper, lower]);
});
