import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bodyOf, startProvider } from '../../proxy/test/provider.ts';
import { buildPage } from '../../report/page/build-page.ts';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const TOOLS = [{ name: 'bash', input_schema: { type: 'object' } }];

/** A conversation with results of 10 kB each. */
function conversation(results: number): readonly object[] {
  const turns = Array.from({ length: results }, (_, at) => {
    const lines = Array.from(
      { length: 500 },
      (__, line) => `line ${line} of ${at}: ${line * 7919}`,
    );
    const input = { command: `cat ${at}` };
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'bash', input }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: lines.join('\n') }],
      },
    ];
  });
  return [{ role: 'user', content: 'Read it all. Never touch c.txt.' }, ...turns.flat()];
}

/** Starts the command in an empty folder. Returns its address, that of its page, and a function that ends it and returns what it printed. */
async function startCommand(provider: string, settings: object, options: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-large-'));
  writeFileSync(join(folder, 'palimpsest.json'), JSON.stringify(settings));
  const command = ['--conditions=@palimpsest/source', BIN, 'proxy', '--port', '41431'];
  const upstream = ['--upstream', `anthropic=${provider}`, '--originals', join(folder, 'stores')];
  const child = spawn(process.execPath, [...command, ...upstream, ...options], { cwd: folder });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: url = '' } = (await lines.next()) as { value?: string };
  const hasPage = options.includes('--dashboard');
  const { value: page = '' } = hasPage ? ((await lines.next()) as { value?: string }) : {};
  const end = async (): Promise<string> => {
    child.kill('SIGINT');
    await closed;
    return errors;
  };
  onTestFinished(async () => {
    await end();
    rmSync(folder, { recursive: true });
  });
  return { url, page, end };
}

async function ask(url: string, messages: readonly object[]): Promise<void> {
  const body = JSON.stringify({ model: 'm', max_tokens: 500, tools: TOOLS, messages });
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', body });
  expect(response.status).toBe(200);
  await response.text();
}

test('a large conversation is shortened by the settings of the command, and counted', async () => {
  const provider = await startProvider((_, response) => response.end('{}'));
  const settings = { 'compression.strategy': 'top-down-truncation', 'context-limit': 50_000 };
  const { url, end } = await startCommand(provider.url, settings);
  const [short, long] = [conversation(3), conversation(50)];
  for (const messages of [short, long, short]) await ask(url, messages);
  const [first, large, last] = provider.requests.map((request) => bodyOf(request));
  expect(first).toEqual(last);
  expect(JSON.stringify(large).length).toBeLessThan(200_000);
  // The strategy of the settings removes whole messages.
  const sent = JSON.stringify(large!['messages']);
  expect(sent.includes('…')).toBe(false);
  expect(sent.includes('Never touch c.txt.')).toBe(true);
  expect(await end()).toMatch(/^3 requests, [\d,]+ of [\d,]{7,} bytes sent/m);
});

test('other clients are answered while a large conversation is shortened', async () => {
  const order: string[] = [];
  const provider = await startProvider(({ url }, response) => {
    order.push(url);
    response.end('{}');
  });
  const { url } = await startCommand(provider.url, {});
  // Starts the thread.
  await ask(url, conversation(50));
  order.length = 0;
  const large = ask(url, conversation(200));
  for (let asked = 0; asked < 20; asked += 1) await (await fetch(`${url}/v1/models`)).text();
  expect(order).not.toContain('/v1/messages');
  await large;
});

test('the page shows large conversations, and switches them off', async () => {
  await buildPage('report');
  const provider = await startProvider((_, response) => response.end('{}'));
  const { url, page } = await startCommand(provider.url, {}, ['--window', '50000', '--dashboard']);
  const messages = conversation(50);
  await ask(url, messages);
  const state = await (await fetch(`${page}state`)).json();
  expect(state).toMatchObject({ sessions: [{ requests: 1, isShortened: true }] });
  expect((await fetch(`${page}sessions/1`)).status).toBe(200);
  const headers = { 'x-palimpsest': 'dashboard' };
  const body = JSON.stringify({ isOff: true, id: 1 });
  await fetch(`${page}switch`, { method: 'POST', headers, body });
  await ask(url, messages);
  expect(bodyOf(provider.requests.at(-1)!)['messages']).toEqual(messages);
});
