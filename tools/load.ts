// Measures a proxy under load: `node tools/load.ts [REQUESTS] [SESSIONS]`, by default 20,000 requests of 1,000 sessions. Prints the memory of the
// proxy after each tenth, then how long other clients wait while one sends 20 MB, and how busy the machine was. Takes some minutes. Ends with 1 if
// the heap in use still grew in the last tenth. It is measured after a collection. The memory of the process is larger: V8 keeps the pages of its
// largest heap.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [requests = 20_000, sessions = 1_000] = process.argv.slice(2).map(Number);
const CLIENTS = 8;
/** Share by which the heap in use may differ between two tenths. */
const NOISE = 0.2;
const PORT = '41499';
const TOOLS = [{ name: 'bash', input_schema: { type: 'object' } }];

const provider = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('{}'));
});
provider.listen(0, '127.0.0.1');
await once(provider, 'listening');

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-load-'));
const bin = fileURLToPath(new URL('../packages/cli/src/bin.ts', import.meta.url));
const upstream = `anthropic=http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const command = ['proxy', '--port', PORT, '--window', '16000', '--upstream', upstream];
// On a signal, the proxy prints its heap.
const tellHeap = `process.on('SIGUSR2', () => { gc(); console.error('  heap in use:', Math.round(process.memoryUsage().heapUsed / 1_048_576), 'MB'); })`;
const flags = ['--conditions=@palimpsest/source', '--expose-gc'];
const preload = ['--import', `data:text/javascript,${encodeURIComponent(tellHeap)}`];
const proxy = spawn(
  process.execPath,
  [...flags, ...preload, bin, ...command, '--originals', folder],
  { stdio: ['ignore', 'pipe', 'pipe'] },
);
process.on('exit', () => proxy.kill());
/** The heap in use after each tenth, in MB. */
const heaps: number[] = [];
proxy.stderr.setEncoding('utf8').on('data', (text: string) => {
  process.stderr.write(text);
  for (const [, heap] of text.matchAll(/heap in use: (\d+)/g)) heaps.push(Number(heap));
});
await once(proxy.stdout, 'data');

/** A conversation with results of some size. */
function bodyOf(session: number, turns: number, lines: number): string {
  const messages: object[] = [{ role: 'user', content: `Task ${session}: never touch c.txt.` }];
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `t${turn}`;
    const text = Array.from({ length: lines }, (_, at) => `line ${at} of ${turn}: ${at * 7919}`);
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'bash', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: text.join('\n') }],
      },
    );
  }
  return JSON.stringify({ model: 'm', max_tokens: 500, tools: TOOLS, messages });
}

async function ask(body: string | Buffer<ArrayBuffer>): Promise<void> {
  const url = `http://127.0.0.1:${PORT}/v1/messages`;
  const response = await fetch(url, { method: 'POST', body });
  await response.text();
  if (response.status !== 200) throw new Error(`The proxy answered ${response.status}.`);
}

function megabytes(): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(proxy.pid)]).toString();
  return Math.round(Number(kilobytes) / 1_024);
}

let sent = 0;
const started = performance.now();
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (sent < requests) {
      const at = sent++;
      await ask(bodyOf(at % sessions, 2 + Math.floor(at / sessions), 100));
      if ((at + 1) % (requests / 10) !== 0) continue;
      console.log(`${at + 1} requests: ${megabytes()} MB`);
      proxy.kill('SIGUSR2');
    }
  }),
);
console.log(`${Math.round((performance.now() - started) / requests)} ms for each request`);

// Made before: this process would have to wait for itself.
const large = Buffer.from(bodyOf(-1, 2_000, 400));
for (const round of ['first large request', 'second']) {
  const waits: number[] = [];
  const sending = { isDone: false };
  const answered = ask(large).then(() => (sending.isDone = true));
  while (!sending.isDone) {
    const before = performance.now();
    await ask(bodyOf(0, 1, 10));
    waits.push(performance.now() - before);
  }
  await answered;
  waits.sort((one, other) => one - other);
  const [median, late] = [0.5, 0.99].map((share) =>
    waits[Math.floor(share * waits.length)]!.toFixed(1),
  );
  console.log(
    `${round} of 20 MB: ${waits.length} others waited ${median} ms (median), ${late} ms (p99), ${waits.at(-1)!.toFixed(1)} ms (longest)`,
  );
}
console.log(`load average: ${loadavg()[0]!.toFixed(1)}`);

proxy.kill('SIGINT');
await once(proxy, 'exit');
provider.close();
provider.closeAllConnections();
rmSync(folder, { recursive: true });
const usual = Math.max(...heaps.slice(-4, -1));
assert.ok(heaps.at(-1)! <= (1 + NOISE) * usual, `the heap in use grew from ${usual} MB`);
