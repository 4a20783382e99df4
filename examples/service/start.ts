import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBalancer } from './balancer.ts';
import { openRedis } from './redis.ts';

/** Starts the whole service on this machine. In production, your platform does what this file and `balancer.ts` do. */
const NAMES = ['web-1', 'web-2', 'web-3', 'worker-1', 'worker-2'];
const RESTART_MS = 1_000;
const STOP_MS = 10_000;

const publicPort = Number(process.env['PORT'] ?? 8080);

const children = new Map<string, ChildProcess>();
const ports = new Map<string, number>();
const balancer = createBalancer(ports);
let redis: ChildProcess | undefined;
let isStopping = false;

/** Starts a process. If it ends, it is started again, unless it never listened. */
function start(name: string, url: string): void {
  if (isStopping) return;
  const file = fileURLToPath(new URL(`${name.split('-')[0]}.ts`, import.meta.url));
  const env = { ...process.env, REDIS_URL: url, INSTANCE: name, PORT: '0', HOST: '127.0.0.1' };
  // Detached: Ctrl-C in a terminal ends this process only, which then ends the others in order.
  const child = fork(file, { env, detached: true });
  children.set(name, child);
  child.on('message', ({ port }: { port: number }) => {
    ports.set(name, port);
    console.log(`${name}: process ${child.pid} on http://127.0.0.1:${port}`);
    if (ports.size === NAMES.length && !balancer.listening) listen();
  });
  child.on('exit', (code, signal) => {
    children.delete(name);
    const hasListened = ports.delete(name);
    if (isStopping) return;
    console.log(`${name}: ended (${signal ?? code})`);
    if (hasListened) setTimeout(start, RESTART_MS, name, url);
    else void stop(1);
  });
}

function listen(): void {
  balancer.on('error', (error) => {
    console.error(error.message);
    void stop(1);
  });
  balancer.listen(publicPort, '127.0.0.1', () => {
    const base = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
    const model = process.env['MODEL_URL'] ?? 'scripted, it only says what it was sent';
    console.log(`Ready: ${base} (model: ${model}). Ctrl-C stops everything. Try:
  curl ${base}/sessions/alice/messages -d '{"text": "Hello"}'
  curl ${base}/readyz
  curl ${base}/metrics`);
  });
}

/** Ends the balancer, all processes, and the Redis that was started here. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  balancer.close();
  await Promise.all([...children.values()].map((child) => end(child)));
  if (redis !== undefined) {
    const ended = once(redis, 'exit');
    redis.stdin!.end();
    await ended;
  }
  process.exit(code);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** Returns the address of a Redis that answers: the one of PALIMPSEST_REDIS, or a new one that keeps nothing on disk. */
async function findRedis(): Promise<string> {
  const given = process.env['PALIMPSEST_REDIS'];
  const url = given ?? `redis://127.0.0.1:${await startRedis()}`;
  const { client, isReady } = openRedis(url);
  for (let tries = 0; tries < 30; tries += 1) {
    const isThere = await isReady();
    if (isThere) {
      client.destroy();
      return url;
    }
    await sleep(100);
  }
  throw new Error(
    given === undefined
      ? 'redis-server was started, but does not answer.'
      : 'No Redis answers at the address in PALIMPSEST_REDIS.',
  );
}

/** Starts a Redis on a free port. A shell beside it ends it when this process ends, however that happens. */
async function startRedis(): Promise<number> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) {
    throw new Error(
      'This service needs Redis. Set PALIMPSEST_REDIS to the address of one, such as redis://127.0.0.1:6379, or install redis-server.',
    );
  }
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const command = `exec 3<&0; (read -r _ <&3; kill $$) & exec redis-server --bind 127.0.0.1 --port ${port} --save '' --appendonly no`;
  redis = spawn('sh', ['-c', command], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  console.log(`redis: process ${redis.pid} on redis://127.0.0.1:${port}`);
  redis.on('exit', () => {
    redis = undefined;
    if (!isStopping) console.error('redis-server ended.');
    void stop(1);
  });
  return port;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
try {
  if (!Number.isInteger(publicPort) || publicPort < 0 || publicPort > 65_535)
    throw new Error('PORT: expected a whole number from 0 to 65535.');
  const url = await findRedis();
  for (const name of NAMES) start(name, url);
} catch (error) {
  console.error((error as Error).message);
  await stop(1);
}
