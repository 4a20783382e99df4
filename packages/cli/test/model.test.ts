import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProvider } from '../../proxy/test/provider.ts';
import { refuse, say, SUMMARY } from './model-server.ts';
import { createCommand } from './command.ts';
import { jsonLines, session, small } from './sessions.ts';

const { folder, run } = createCommand();

const KEY = 'sk-secret-0123456789';
const stdin = JSON.stringify(session());
const ask = (provider: string, url: string, ...more: readonly string[]): string[] => {
  const model = ['--provider', provider, '--model', 'm-1', '--base-url', url];
  return ['compress', '-', '--strategy', 'middle-out', '-t', '4000', ...model, ...more];
};

test.each([
  ['openai', { OPENAI_API_KEY: KEY }, '/chat/completions', 'authorization'],
  ['anthropic', { ANTHROPIC_API_KEY: KEY }, '/v1/messages', 'x-api-key'],
  ['gemini', { GEMINI_API_KEY: KEY }, '/models/m-1:stream', 'x-goog-api-key'],
  ['gemini', { GEMINI_API_KEY: ' ', GOOGLE_API_KEY: KEY }, '/models/m-1:stream', 'x-goog-api-key'],
] as const)('asks %s for the summary, with the key of %o', async (provider, env, path, header) => {
  const { url, requests } = await startProvider(say);
  const { code, stdout, stderr } = await run(ask(provider, url, '--report', 'json'), {
    stdin,
    env,
  });
  expect(code).toBe(0);
  expect(stdout).toContain(SUMMARY);
  expect(JSON.parse(stderr)).toMatchObject({ strategy: 'middle-out', kind: 'applied' });
  expect(JSON.parse(stderr)).not.toHaveProperty('fallback');
  expect(requests[0]?.url).toContain(path);
  expect(requests[0]?.headers[header]).toContain(KEY);
});

test.each([
  ['openai', '/v1/', '/v1/chat/completions'],
  ['anthropic', '', '/v1/messages'],
  ['anthropic', '/v1', '/v1/messages'],
  ['gemini', '/v1beta', '/v1beta/models/m-1:streamGenerateContent?alt=sse'],
])('--base-url of %s: keeps the path %j', async (provider, path, expected) => {
  const { url, requests } = await startProvider(say);
  const { code } = await run(ask(provider, `${url}${path}`, '--report', 'none'), { stdin });
  expect(code).toBe(0);
  expect(requests[0]?.url).toBe(expected);
});

test('sends no key to ollama', async () => {
  const { url, requests } = await startProvider(say);
  const env = { OPENAI_API_KEY: KEY };
  const { code } = await run(ask('ollama', url, '--report', 'none'), { stdin, env });
  expect(code).toBe(0);
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

test('keeps each request within --model-window', async () => {
  const { url, requests } = await startProvider(say);
  const window = ['--model-window', '5000', '--set', 'compression.summary.reduceWith=none'];
  const { code } = await run(ask('ollama', url, '--report', 'none', ...window), { stdin });
  expect(code).toBe(0);
  expect(requests).toHaveLength(1);
  expect(requests[0]!.bytes.length).toBeLessThan(5_000 * 4);
});

test('keeps requests to ollama within its default window, unless --model-window sets another', async () => {
  const { url, requests } = await startProvider(say);
  await run(ask('ollama', url, '--report', 'none'), { stdin });
  expect(requests.length).toBeGreaterThan(0);
  for (const { bytes } of requests) expect(bytes.length).toBeLessThan(4_096 * 4);
  const { length } = requests;
  await run(ask('ollama', url, '--report', 'none', '--model-window', '200000'), { stdin });
  expect(requests.at(-1)!.bytes.length).toBeGreaterThan(4_096 * 4);
  expect(requests).toHaveLength(length + 1);
});

test('reports the number of summarized messages', async () => {
  const { url } = await startProvider(say);
  const { stderr } = await run(ask('ollama', url), { stdin });
  expect(stderr).toContain('middle-out');
  expect(stderr).toMatch(/changed +\d+ messages summarized/);
});

test('shows the progress of the model on a terminal', async () => {
  const { url } = await startProvider(say);
  let time = 0;
  const now = (): number => (time += 200);
  const { stderr } = await run([...ask('ollama', url), '--out', 'summary.json'], {
    stdin,
    isTerminal: true,
    now,
  });
  expect(stderr).toContain('\r\u{1B}[K  asking ollama m-1');
});

test('exits with 1 and one line of advice when the model fails', async () => {
  const { url } = await startProvider((_, response) => refuse(response, 401, `No key ${KEY}.`));
  const env = { OPENAI_API_KEY: KEY };
  const out = 'never.json';
  const { code, stdout, stderr } = await run(ask('openai', url, '--out', out), { stdin, env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `palimpsest: "middle-out" failed: openai at ${url}/chat/completions answered with status 401 (authentication_error): No key [redacted]. Add --fallback extractive to continue without a model.\n`,
  );
  expect(existsSync(join(folder, out))).toBe(false);
});

test('exits with 1 when the model writes no summary', async () => {
  const { url } = await startProvider((_, response) =>
    response.end('data: {"choices":[{"delta":{"content":""},"finish_reason":"length"}]}\n\n'),
  );
  const { code, stderr } = await run(ask('ollama', url), { stdin });
  expect(code).toBe(1);
  expect(stderr).toContain('the model wrote no summary and stopped with "length". Add --fallback');
});

test('uses the strategy of --fallback when the model fails, and reports it', async () => {
  const { url } = await startProvider((_, response) => refuse(response, 401, 'No \u{1B}[31mkey.'));
  const argv = ask('ollama', url, '--fallback', 'extractive');
  const json = await run([...argv, '--report', 'json'], { stdin });
  const alone = await run(['compress', '-', '-s', 'extractive', '-t', '4000'], { stdin });
  expect(json.code).toBe(0);
  expect(json.stdout).toBe(alone.stdout);
  expect(JSON.parse(json.stderr)).toMatchObject({
    strategy: 'extractive',
    fallback: {
      from: 'middle-out',
      reason: expect.stringMatching(/status 401 \(authentication_error\): No \[31mkey$/) as string,
    },
  });
  const text = await run(argv, { stdin });
  expect(text.code).toBe(0);
  expect(text.stderr).toMatch(/fallback +because "middle-out" failed: ollama at/);
  expect(text.stderr).not.toContain('\u{1B}');
});

test('counts the conversations that used the fallback', async () => {
  let count = 0;
  const { url } = await startProvider((asked, response) => {
    count += 1;
    if (count === 1) say(asked, response);
    else refuse(response, 400, 'Too long.');
  });
  const lines = jsonLines([
    { messages: session() },
    { messages: session(14) },
    { messages: session(16) },
    { messages: small },
  ]);
  const argv = ask('ollama', url, '--fallback', 'extractive', '--model-window', '200000');
  const { code, stdout, stderr } = await run(argv, { stdin: lines });
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(4);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'fallback 2 conversations, because "middle-out" failed: ollama at',
  );
});

test('does not report an interruption as a failure of the model', async () => {
  const control = new AbortController();
  const { url } = await startProvider(() => control.abort(new Error('interrupted')));
  const argv = ask('ollama', url, '--fallback', 'extractive');
  const { code, stdout, stderr } = await run(argv, { stdin, signal: control.signal });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('palimpsest: interrupted\n');
});

const compress = ['compress', '-', '--strategy', 'middle-out'];
const openai = ['--provider', 'openai', '--model', 'm'];

test.each<[readonly string[], string]>([
  [
    compress,
    '"middle-out" needs a model. Add --provider NAME (openai, anthropic, gemini, ollama) and --model NAME, or choose a strategy that needs none, such as salience.',
  ],
  [[...compress, '--provider', 'openai'], '--provider openai needs --model NAME.'],
  [
    [...compress, '--provider', 'opnai', '--model', 'm'],
    'Expected one of openai, anthropic, gemini, ollama.',
  ],
  [[...compress, '--model', 'm'], '--model needs --provider NAME: one of openai, anthropic'],
  [
    [...compress, ...openai],
    '--provider openai needs a key. Set OPENAI_API_KEY, or give --base-url URL of a server that needs none.',
  ],
  [
    [...compress, ...openai, '--base-url', 'http://u:hush@localhost'],
    '--base-url: expected a complete URL without user, password or query',
  ],
  [
    ['compress', '-', ...openai, '--base-url', 'http://localhost'],
    '--provider is for strategies that need a model, and "salience" needs none. Remove it, or choose --strategy middle-out or one-shot.',
  ],
  [['compress', '-', '--fallback', 'extractive'], '--fallback is for strategies that need a model'],
  [
    [...compress, ...openai, '--base-url', 'http://localhost', '--fallback', 'one-shot'],
    '--fallback: expected a strategy that needs no model, such as extractive, got "one-shot".',
  ],
  [
    [...compress, ...openai, '--base-url', 'http://localhost', '--fallback', 'extractiv'],
    'Did you mean "extractive"?',
  ],
])('rejects %j', async (argv, sentence) => {
  const { code, stdout, stderr } = await run(argv, { stdin });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(/^palimpsest: [^\n]+\n$/);
  expect(stderr).not.toContain('hush');
});

test('rejects a key that no request can carry, without showing it', async () => {
  const env = { OPENAI_API_KEY: `${KEY}\u{1}x` };
  const { code, stderr } = await run([...compress, ...openai], { stdin, env });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'palimpsest: The key in OPENAI_API_KEY has a character that no request can carry. Set it again.\n',
  );
});
