import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { conversations, hasCorpus } from '../corpus.ts';
import { HOSTILE_QUERIES, hostileOriginals } from './hostile-originals.ts';

/**
 * Measures the recall server on recorded tool results and on hostile originals, in a separate process: the time of a search, and the peak
 * memory beyond that before the first search. Arguments: characters per case (default 10 MiB), rounds of all queries (default 5), name of one
 * case (default all). Fails if a search of recorded results takes more than 50 ms of the processor in the median (issue 27).
 */
const size = Number(process.argv[2] ?? 10 * 1_024 * 1_024);
const rounds = Number(process.argv[3] ?? 5);
const only = process.argv[4];
const bin = fileURLToPath(new URL('../../../packages/adapter-mcp/src/bin.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'palimpsest-search-'));
const RECORDED = 'recorded results';
const RECORDED_QUERIES = [
  'error',
  'timeout retry',
  'parseConfig',
  'failed to open database',
  'TypeError undefined',
  'zebra quasar',
  'package.json version',
  'src/index.ts export',
  'where is the port configured',
  'migration',
];
/** Aim of issue 27, in milliseconds. */
const AIM = 50;
const all: number[] = [];
const allCpu: number[] = [];

try {
  console.log(
    'case | searches | median ms | p99 ms | longest ms | mean CPU ms | longest CPU ms | memory MB',
  );
  if (!hasCorpus) console.log(`NOT RUN: ${RECORDED} (there is no corpus)`);
  const recorded = hasCorpus ? { [RECORDED]: () => recordedResults(size) } : {};
  const cases = { ...recorded, ...hostileOriginals(size) };
  for (const [name, texts] of Object.entries(cases)) {
    if (only !== undefined && name !== only) continue;
    const originals = await openOriginals(fileOriginals(folder), { session: name });
    const messages = texts().map((content, index) => ({
      role: 'tool',
      tool_call_id: `${index}`,
      content: content.toWellFormed(),
    }));
    await originals.keep(messages, [{ role: 'user', content: 'kept' }]);
    const queries = name === RECORDED ? RECORDED_QUERIES : HOSTILE_QUERIES;
    const { times, cpu, megabytes } = await measure(name, queries);
    const median = percentile(cpu, 0.5);
    if (name === RECORDED && median > AIM) {
      console.error(
        `${RECORDED}: expected at most ${AIM} ms of the processor in the median, took ${median}.`,
      );
      process.exitCode = 1;
    }
    all.push(...times);
    allCpu.push(...cpu);
    const figures = [
      percentile(times, 0.5),
      percentile(times, 0.99),
      Math.max(...times),
      cpu.reduce((sum, one) => sum + one, 0) / cpu.length,
      Math.max(...cpu),
      megabytes,
    ];
    console.log([name, times.length, ...figures.map((figure) => figure.toFixed(0))].join(' | '));
    await originals.delete();
  }
  console.log(
    `all: p99 ${percentile(all, 0.99).toFixed(0)} ms, p99 CPU ${percentile(allCpu, 0.99).toFixed(0)} ms of ${all.length} searches`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns recorded tool results of that many characters in total, or as many as there are. */
function recordedResults(characters: number): readonly string[] {
  const texts: string[] = [];
  let left = characters;
  for (const { messages } of conversations(true)) {
    for (const { role, content } of messages) {
      if (role !== 'tool' || typeof content !== 'string') continue;
      if (content.length > left) return texts;
      left -= content.length;
      texts.push(content);
    }
  }
  return texts;
}

async function measure(
  session: string,
  queries: readonly string[],
): Promise<{ readonly times: number[]; readonly cpu: number[]; readonly megabytes: number }> {
  const server = spawn(process.execPath, [
    '--conditions=@palimpsest/source',
    bin,
    '--originals',
    folder,
    '--session',
    session,
  ]);
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method: string, params: object): Promise<void> => {
    id += 1;
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { value } = await lines.next();
    const answer = JSON.parse(String(value)) as {
      id: number;
      error?: unknown;
      result?: { isError?: boolean };
    };
    if (answer.id !== id || answer.error !== undefined || answer.result?.isError === true) {
      throw new Error(`The server answered ${String(value).slice(0, 300)}`);
    }
  };
  try {
    await ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'measure', version: '1' },
    });
    const before = await memoryOf(server.pid!);
    const times: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const query of queries) {
        const cpuBefore = await cpuOf(server.pid!);
        const start = performance.now();
        await ask('tools/call', {
          name: 'search_history',
          arguments: { query: query.slice(0, 500) },
        });
        times.push(performance.now() - start);
        cpu.push((await cpuOf(server.pid!)) - cpuBefore);
      }
    }
    return { times, cpu, megabytes: (await memoryOf(server.pid!)) - before };
  } finally {
    server.stdin.end();
    server.kill();
  }
}

/** Returns the peak memory of a process in MB; `NaN` if the system does not report it. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return Number(kilobytes ?? Number.NaN) / 1_024;
}

/** Returns the CPU milliseconds of a process, which exclude waiting on a busy machine; `NaN` if the system does not report them. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
