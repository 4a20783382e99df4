import { queueCompressions } from '@palimpsest/orchestrator/queue';
import { createClient } from '@redis/client';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createJob, createPlace, ended, PATIENT_QUEUE, redisUrl } from './setup.ts';

const file = fileURLToPath(new URL('fixture/worker-process.ts', import.meta.url));

type Child = ChildProcessByStdio<null, Readable, null>;
const children: Child[] = [];
afterAll(async () => {
  await Promise.all(children.map(end));
});

function startWorker(...argv: readonly string[]): Child {
  const child = spawn(process.execPath, ['--conditions=@palimpsest/source', file, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Waits until a process has written a line so many times. */
async function written(child: Child, line: string, count: number): Promise<void> {
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', read);
  while (output.split(`${line}\n`).length <= count) {
    if (child.exitCode !== null) throw new Error(`The process ended. It wrote: ${output}`);
    await setTimeout(10);
  }
  child.stdout.off('data', read);
}

test.skipIf(redisUrl === undefined)(
  '200 jobs are done when a worker process is killed and started again; only its unfinished jobs run twice',
  async () => {
    const { connection, queue } = createPlace();
    const compressions = queueCompressions({ ...PATIENT_QUEUE, connection, queue });
    const client = await createClient({ url: connection }).connect();
    try {
      const ids = Array.from({ length: 200 }, (_, at) => `${at}`);
      const start = (some: readonly string[]) =>
        Promise.all(some.map((id) => compressions.start(createJob(id))));
      const killed = startWorker(connection, queue, '5');
      const other = startWorker(connection, queue);
      await Promise.all([killed, other].map((child) => written(child, 'ready', 1)));
      const hangs = written(killed, 'hangs', 4);
      await start(ids.slice(0, 100));
      await hangs;
      await end(killed);
      startWorker(connection, queue);
      await start(ids.slice(100));

      const states = await Promise.all(ids.map((id) => ended(compressions, id)));
      expect(states.filter(({ kind }) => kind !== 'done')).toEqual([]);
      const newest = states.map((state) =>
        state.kind === 'done' ? state.result.newHistory.at(-1) : undefined,
      );
      expect(newest).toEqual(ids.map((id) => createJob(id).history.at(-1)));
      const runs = Object.values(await client.hGetAll(`${queue}-runs`)).map(Number);
      expect(runs).toHaveLength(200);
      expect(runs.filter((count) => count === 2)).toHaveLength(4);
      expect(runs.filter((count) => count > 2)).toEqual([]);
    } finally {
      await compressions.close();
      client.destroy();
    }
  },
  300_000,
);
