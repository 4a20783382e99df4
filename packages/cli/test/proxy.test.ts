import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { homeOf } from '../src/folders.ts';
import { pointAtProxy } from '../src/proxy/run-command.ts';
import { createCommand } from './command.ts';

const { folder: cwd, run } = createCommand();
const HOME = mkdtempSync(join(tmpdir(), 'palimpsest-proxy-'));
afterAll(() => rmSync(HOME, { recursive: true, force: true }));

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
    env: { HOME },
  });
  expect([code, stderr]).toEqual([7, '']);
});

test('run sends requests on to a base URL that is set already', async () => {
  const env = { HOME, ANTHROPIC_BASE_URL: await startProvider() };
  const command = ['--', process.execPath, '--input-type=module', '-e', CHILD];
  expect((await run(['run', ...command], { env })).code).toBe(7);
});

test.each([
  [['run'], /No command to run: write it after --/],
  [['run', '--', 'no-such-command'], /"no-such-command" was not found\./],
  [['proxy', '--upstream', 'openai'], /'openai' is invalid\. Expected NAME=URL/],
  [['proxy', '--tools', 'recall,search'], /tools: expected some of recall, .*"search"/],
  [['proxy', '--upstream', 'v1=http://a'], /upstreams: .*"v1"/],
  [['proxy', '--host', '0.0.0.0'], /token: expected a token, because 0\.0\.0\.0/],
])('refuses %j', async (argv, message) => {
  const { code, stderr } = await run(argv, { env: { HOME } });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

/** Writes the file of settings for one test. */
function writeSettings(settings: object): void {
  const file = join(cwd, 'palimpsest.json');
  writeFileSync(file, JSON.stringify(settings));
  onTestFinished(() => rmSync(file));
}

test.each([
  ['proxy', { 'compression.strategy': 'no-such' }, /compression\.strategy: .*salience.*"no-such"/],
  ['run', { 'compression.strategy': 'one-shot' }, /compression\.strategy: .*salience.*"one-shot"/],
  ['proxy', { 'compression.strategy': 'middle-out' }, /no model \(.*\), got "middle-out"/],
  ['run', { 'compression.fallback': 'one-shot' }, /compression\.fallback: .*"one-shot"/],
])('%s refuses a strategy that it cannot use: %j', async (name, settings, message) => {
  writeSettings(settings);
  const command = name === 'run' ? ['--', process.execPath, '-e', ''] : ['--port', '45713'];
  const { code, stderr } = await run([name, ...command], {
    env: { HOME },
    signal: AbortSignal.timeout(2_000),
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test('run takes a strategy that needs no model, without a fallback', async () => {
  writeSettings({ 'compression.strategy': 'extractive', 'compression.fallback': 'none' });
  const { code } = await run(['run', '--', process.execPath, '-e', ''], { env: { HOME } });
  expect(code).toBe(0);
});

test('a folder that cannot be written is an error that names another way', async () => {
  const file = join(HOME, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await run(['proxy', '--originals', join(file, 'folder')], {
    env: { HOME },
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/--originals: expected a folder that can be written, got .*ENOTDIR/);
});

test('run keeps its folder in the home of the user when HOME is empty', async () => {
  const home = join(HOME, 'profile');
  const env = { HOME: '', XDG_STATE_HOME: '', USERPROFILE: home };
  expect((await run(['run', '--', process.execPath, '-e', ''], { env })).code).toBe(0);
  expect(existsSync(join(home, '.local', 'state', 'palimpsest', 'proxy'))).toBe(true);
  expect(homeOf({ HOME: '' })).toBe(userInfo().homedir);
});

test('only the user can read what the proxy stores', async () => {
  const folder = join(HOME, 'private');
  const command = ['--', process.execPath, '-e', ''];
  expect((await run(['run', '--originals', folder, ...command], { env: { HOME } })).code).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'sessions.sqlite')).mode & 0o077).toBe(0);
});

test('a proxy that is killed between two turns sends the same beginning after its restart', async () => {
  const sent: { messages: object[] }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof sent)[number]);
      response.setHeader('content-type', 'application/json');
      const message = { role: 'assistant', content: 'Done.' };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const provider = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const messages: object[] = [{ role: 'user', content: 'Read it all.' }];
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');
  const send = async (url: string, at: number): Promise<void> => {
    const call = { name: 'bash', arguments: JSON.stringify({ command: `cat ${at}` }) };
    const id = `call_${at}`;
    messages.push(
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: id, content: `${lines} of ${at}` },
    );
    const tools = [
      { type: 'function', function: { name: 'bash', parameters: { type: 'object' } } },
    ];
    const body = JSON.stringify({ model: 'm', max_tokens: 500, messages, tools });
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    await response.text();
  };
  for (let life = 0, at = 0; life < 3; life += 1) {
    const proxy = spawn(
      process.execPath,
      [
        '--conditions=@palimpsest/source',
        fileURLToPath(new URL('../src/bin.ts', import.meta.url)),
        'proxy',
        '--port',
        '41418',
        '--window',
        '16000',
        '--upstream',
        `openai=${provider}`,
      ],
      { env: { ...process.env, HOME, XDG_STATE_HOME: '' }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(proxy, 'exit');
    const [url] = (await once(proxy.stdout, 'data')) as [Buffer];
    for (let turn = 0; turn < 5; turn += 1) {
      await send(url.toString().trim(), at);
      at += 1;
    }
    proxy.kill('SIGKILL');
    await exited;
  }
  expect(JSON.stringify(sent.at(-1)).length).toBeLessThan(0.7 * JSON.stringify(messages).length);
  const changes = sent.filter(({ messages: own }, at) => {
    const before = sent[at - 1]?.messages ?? [];
    return JSON.stringify(own.slice(0, before.length)) !== JSON.stringify(before);
  });
  // Compressions; a proxy that forgot would also change the first request of each life.
  expect(changes.length).toBeGreaterThan(1);
  for (const first of [5, 10]) expect(changes).not.toContain(sent[first]);
});

test('codex, opencode and kilo get the address in their own form', () => {
  const proxy = 'http://127.0.0.1:1';
  expect(pointAtProxy('codex', ['exec'], {}, proxy).args).toEqual([
    '-c',
    'openai_base_url="http://127.0.0.1:1/openai/v1"',
    'exec',
  ]);
  for (const [name, variable] of [
    ['opencode', 'OPENCODE_CONFIG_CONTENT'],
    ['kilo', 'KILO_CONFIG_CONTENT'],
  ] as const) {
    const own = { [variable]: '{"model":"a/b","provider":{"openai":{}}}' };
    const { env } = pointAtProxy(`/usr/bin/${name}`, [], own, proxy);
    expect(JSON.parse(env[variable]!)).toMatchObject({
      model: 'a/b',
      provider: {
        openai: {},
        anthropic: { options: { baseURL: 'http://127.0.0.1:1/anthropic/v1' } },
      },
    });
  }
  expect(pointAtProxy('aider', [], {}, proxy).env).toMatchObject({
    OPENAI_BASE_URL: 'http://127.0.0.1:1/openai/v1',
  });
});

function withConfig(text: string): NodeJS.ProcessEnv {
  return pointAtProxy('opencode', [], { OPENCODE_CONFIG_CONTENT: text }, 'http://127.0.0.1:1').env;
}

test('opencode gets the address when its variable is empty, or has comments or options; an invalid one is an error', () => {
  for (const text of ['', '// none\n{}']) {
    const config: unknown = JSON.parse(withConfig(text)['OPENCODE_CONFIG_CONTENT']!);
    expect(config).toHaveProperty('provider.openai');
  }
  const own = withConfig('{"provider":{"openai":{"name":"a","options":{"apiKey":"b"}}}}');
  expect(JSON.parse(own['OPENCODE_CONFIG_CONTENT']!)).toMatchObject({
    provider: {
      openai: {
        name: 'a',
        options: { apiKey: 'b', baseURL: 'http://127.0.0.1:1/openai/v1' },
      },
    },
  });
  expect(() => withConfig('{"key": secret')).toThrow(
    /^OPENCODE_CONFIG_CONTENT: expected a JSON object, got another text\.$/,
  );
});

test.each(['0', '99999', 'abc', '20k'])('proxy refuses the port %s', async (port) => {
  const { code, stderr } = await run(['proxy', '--port', port], { env: { HOME } });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`'${port}' is invalid. Expected a port from 1 to 65535.`),
  ]);
});

test('proxy names the port that is in use', async () => {
  const port = new URL(await startProvider()).port;
  const { code, stderr } = await run(['proxy', '--port', port], { env: { HOME } });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`--port: port ${port} is in use.`)]);
});

test('proxy names the port of its page that is in use, and ends', async () => {
  const port = new URL(await startProvider()).port;
  const argv = ['proxy', '--port', '41419', '--dashboard', '--dashboard-port', port];
  const { code, stderr } = await run(argv, { env: { HOME } });
  const message = `--dashboard-port: port ${port} is in use.`;
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  await expect(fetch('http://127.0.0.1:41419/')).rejects.toThrow('fetch failed');
});
