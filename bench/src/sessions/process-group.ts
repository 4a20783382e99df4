import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dice } from '../dice.ts';
import type { TurnAnswer, TurnRequest } from './session-process.ts';

const PROGRAM = fileURLToPath(new URL('session-process.ts', import.meta.url));

/** Processes that share stores. */
export interface ProcessGroup {
  /** Sends a turn in a random process; if that is killed meanwhile, in another one. */
  send(
    request: Omit<TurnRequest, 'number'>,
  ): Promise<{ readonly sent: string; readonly compressed: number }>;
  /** Number of processes that were killed. */
  readonly killed: number;
  /** Number of them that were killed while they answered a request. */
  readonly killedDuringRequest: number;
  stop(): Promise<void>;
}

interface Member {
  readonly child: ChildProcess;
  readonly waiting: Map<number, (answer: TurnAnswer | undefined) => void>;
}

/** Time of requests before the first answer, in ms. */
const FIRST_MS = 40;

/** Weight of the newest request in the mean time of requests. */
const NEWEST = 0.05;

/**
 * Starts processes that send turns.
 *
 * @param folder folder that the processes share, also for compiled modules: most of the work of a process is its start
 * @param killShare share of requests whose process is killed with SIGKILL, at a random moment from their start on
 */
export function startProcesses(
  count: number,
  { folder, redis }: { readonly folder: string; readonly redis?: string | undefined },
  dice: Dice,
  killShare: number,
): ProcessGroup {
  const args = redis === undefined ? [folder] : [folder, redis];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  let meanMs = FIRST_MS;
  let number = 0;
  let killed = 0;
  let killedDuringRequest = 0;
  let isStopping = false;
  const members = Array.from({ length: count }, () => start());

  function start(): Promise<Member> {
    const child = fork(PROGRAM, args, {
      env,
      execArgv: ['--conditions=@palimpsest/source', '--disable-warning=ExperimentalWarning'],
    });
    const waiting: Member['waiting'] = new Map();
    return new Promise((resolve) => {
      child.on('message', (message) => {
        if (message === 'ready') return resolve({ child, waiting });
        const answer = message as TurnAnswer;
        waiting.get(answer.number)?.(answer);
        waiting.delete(answer.number);
      });
      child.on('exit', () => {
        for (const end of waiting.values()) end(undefined);
        waiting.clear();
      });
    });
  }

  async function ask(request: TurnRequest): Promise<TurnAnswer | undefined> {
    const at = dice.between(0, count - 1);
    const member = members[at]!;
    const { child, waiting } = await member;
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    const answered = new Promise<TurnAnswer | undefined>((resolve) => {
      waiting.set(request.number, resolve);
    });
    const before = performance.now();
    child.send(request);
    if (!dice.chance(killShare)) {
      const answer = await answered;
      if (answer !== undefined) meanMs += NEWEST * (performance.now() - before - meanMs);
      return answer;
    }
    // After the answer, the kill meets another request, or none.
    setTimeout(() => {
      if (members[at] !== member || isStopping) return;
      members[at] = start();
      child.kill('SIGKILL');
      killed += 1;
      if (waiting.size > 0) killedDuringRequest += 1;
    }, dice.roll() * meanMs);
    return await answered;
  }

  return {
    get killed() {
      return killed;
    },
    get killedDuringRequest() {
      return killedDuringRequest;
    },
    async send(request) {
      for (;;) {
        number += 1;
        const answer = await ask({ ...request, number });
        if (answer === undefined) continue;
        if ('error' in answer) throw new Error(answer.error);
        return answer;
      }
    },
    async stop() {
      isStopping = true;
      for (const { child } of await Promise.all(members)) child.disconnect();
    },
  };
}
