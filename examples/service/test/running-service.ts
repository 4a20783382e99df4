import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../start.ts', import.meta.url));

export type RunningService = Awaited<ReturnType<typeof startService>>;

/** Starts the service by its command, and waits until it is ready or has ended. */
export async function startService(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--conditions=@palimpsest/source', file], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  while (!output.includes('Ready: ') && child.exitCode === null) await setTimeout(20);
  const [, address = ''] = /Ready: (\S+)/.exec(output) ?? [];

  /** Returns the ids of all processes that ever ran under a name, or under any. */
  const processes = (name = '[a-z0-9-]+'): number[] =>
    [...output.matchAll(new RegExp(`^${name}: process ([0-9]+) `, 'gm'))].map(([, id]) =>
      Number(id),
    );

  return {
    address,
    output: () => output,
    processes,
    /** Kills the newest process of a name with SIGKILL. */
    kill: (name: string) => process.kill(processes(name).at(-1)!, 'SIGKILL'),
    /** Sends a signal to the command, and returns its exit code once it has ended. */
    async stop(signal: NodeJS.Signals): Promise<unknown> {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** Returns whether a process exists. */
export function runs(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Calls a function until it returns true. */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await setTimeout(50);
}
