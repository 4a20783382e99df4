import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Held } from './proxy-process.ts';

/**
 * Measures what the proxy adds to a request, and what it holds after many: `measure-proxy.ts [sessions] [requests for the memory]`. Sessions
 * run at once; between two requests, each waits as long as a model and its tools would take, and longer if its history is longer.
 */
const [sessions = '200', many = '100000'] = process.argv.slice(2);
const SIZES = [10_000, 100_000, 800_000];
const ROUNDS = 3;
const STEP = 4_000;
const PROCESS = fileURLToPath(new URL('./proxy-process.ts', import.meta.url));

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const answer = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
});
const provider = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
});
provider.listen(0, '127.0.0.1');
await once(provider, 'listening');
const direct = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

try {
  console.log('characters | changed | p50 ms | p99 ms | longest ms');
  for (const size of SIZES) {
    for (const isChanged of [false, true]) {
      // A window that the history fits, or one that holds half of it.
      const proxy = await startProxy(isChanged ? Math.ceil(size / 4 / 1.5) : 10 * size);
      const times = await runSessions(proxy.url, size);
      console.log([size, isChanged, ...figuresOf(times)].join(' | '));
      await proxy.end();
    }
  }
  console.log('\nrequests | heap MB | resident MB | sockets');
  const proxy = await startProxy(10_000_000);
  for (let sent = 0; sent <= Number(many); sent += 10_000) {
    if (sent > 0) await sendMany(proxy.url, 10_000);
    const { heap, resident, sockets } = await proxy.held();
    console.log([sent, megabytes(heap), megabytes(resident), sockets].join(' | '));
  }
  await proxy.end();
} finally {
  agent.destroy();
  provider.close();
  provider.closeAllConnections();
}

interface Running {
  readonly url: string;
  held(): Promise<Held>;
  end(): Promise<void>;
}

async function startProxy(window: number): Promise<Running> {
  const child: ChildProcess = fork(PROCESS, [direct, String(window)], {
    execArgv: ['--conditions=@palimpsest/source', '--expose-gc'],
  });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async held() {
      child.send('held');
      return ((await once(child, 'message')) as [Held])[0];
    },
    async end() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Returns the time that each request took beyond the same request without the proxy, in ms. */
async function runSessions(url: string, size: number): Promise<readonly number[]> {
  const times: number[] = [];
  const wait = 5_000 + size / 50;
  const own = async (session: number): Promise<void> => {
    await pause((wait * session) / Number(sessions));
    const messages = historyOf(session, size);
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = bodyOf(messages);
      times.push(await timed(url, body));
      messages.push(...stepOf(session, messages.length));
      await pause(wait);
    }
  };
  await Promise.all(Array.from({ length: Number(sessions) }, (_, session) => own(session)));
  const body = bodyOf(historyOf(0, size));
  const without: number[] = [];
  for (let at = 0; at < 21; at += 1) without.push(await timed(direct, body));
  const usual = without.toSorted((left, right) => left - right)[10]!;
  return times.map((time) => time - usual);
}

async function sendMany(url: string, count: number): Promise<void> {
  const bodies = Array.from({ length: Number(sessions) }, (_, session) =>
    bodyOf(historyOf(session, STEP)),
  );
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await timed(url, bodies[left % bodies.length]!);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

async function timed(url: string, body: string): Promise<number> {
  const start = performance.now();
  const request = send(`${url}/v1/chat/completions`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  request.end(body);
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`The proxy answered ${response.statusCode}.`);
  return performance.now() - start;
}

function historyOf(session: number, size: number): object[] {
  const messages: object[] = [{ role: 'user', content: `Read everything of session ${session}.` }];
  while (messages.length < (2 * size) / STEP) messages.push(...stepOf(session, messages.length));
  return messages;
}

function stepOf(session: number, at: number): readonly object[] {
  const id = `call_${at}`;
  const call = { name: 'bash', arguments: JSON.stringify({ command: `cat ${session}/${at}.log` }) };
  let content = '';
  for (let line = 0; content.length < STEP - 100; line += 1) {
    content += `${line}: session ${session} of ${at} took ${(line * 7_919 + at) % 1_009} ms\n`;
  }
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content },
  ];
}

function bodyOf(messages: readonly object[]): string {
  const bash = { type: 'function', function: { name: 'bash', parameters: { type: 'object' } } };
  return JSON.stringify({ model: 'm', max_tokens: 500, messages, tools: [bash] });
}

function figuresOf(times: readonly number[]): readonly string[] {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return [at(0.5), at(0.99), at(1)].map((time) => time.toFixed(1));
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
