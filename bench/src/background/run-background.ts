import type { BackgroundCompressions } from '@palimpsest/orchestrator/background';
import { redisSessions } from '@palimpsest/originals/sessions';
import { queueCompressions } from '@palimpsest/worker';
import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Conversed, ConverseOptions } from './converse.ts';
import { converseAll, type AllConversed } from './converse-all.ts';
import { startWorkers, type KilledWorkers } from './killed-workers.ts';
import { slowModel } from './slow-model.ts';
import { timesOf, type Times } from './times.ts';
import type { WorkerSettings } from './worker-processes.ts';

export interface BackgroundRun extends Omit<WorkerSettings, 'queue'> {
  readonly sessions: number;
  /** Sessions of the comparison whose requests wait for the model. */
  readonly waitingSessions: number;
  /** Time between the requests of a session. */
  readonly turnMs: number;
}

export interface BackgroundResult {
  readonly jobs: number;
  /** Sessions without a summary at their end, and those whose summary replaced more than it covers. */
  readonly lost: readonly string[];
  /** Sessions that got the summary of turns that the user took back. */
  readonly stale: readonly string[];
  /** Jobs whose result was not used: turns were taken back, or the fallback had left less. */
  readonly dropped: number;
  /** Requests over the limit. */
  readonly tooLarge: number;
  /** Requests that the fallback compressed. */
  readonly fellBack: number;
  /** Calls of the model in workers: begun, finished, and cut by the death of their worker. */
  readonly calls: { readonly begun: number; readonly finished: number; readonly cut: number };
  /** Calls beyond one for each job, and one more for each that was cut. */
  readonly repeated: number;
  /** Calls of the model in the process of the requests. */
  readonly asked: number;
  /** Milliseconds of `prepare`. */
  readonly times: {
    readonly background: Times;
    /** Those of `background` while a job of the session waited or ran. */
    readonly duringJobs: Times;
    readonly noModel: Times;
    /** With the same model, and without `background`. */
    readonly waiting: Times;
  };
  /** Processor time in the process of the requests, in ms for each. */
  readonly processorMs: { readonly background: number; readonly noModel: number };
}

/** One session in so many takes a turn back while its summary is made. */
const GOES_BACK_EVERY = 10;

const WARM_UP = { sessions: 5, turns: 10, turnMs: 100 };

/**
 * Sends the requests of many sessions, with a model in two worker processes, one of which is killed and started again; then the same without
 * a model, and some sessions whose requests wait for the model.
 */
export async function runBackground(run: BackgroundRun): Promise<BackgroundResult> {
  const { redis, sessions, modelMs, turnMs } = run;
  const client = await createClient({ url: redis }).connect();
  const queue = `background-${randomUUID()}`;
  const background = queueCompressions({ connection: redis, queue, answerLimitMs: 10_000 });
  let asked = 0;
  const resolveProvider = () => {
    asked += 1;
    return slowModel(modelMs);
  };
  const send = (count: number, options: Omit<ConverseOptions, 'store' | 'resolveProvider'>) => {
    const store = redisSessions(client, { base: `background-${randomUUID()}` });
    const mayGoBack = options.background !== undefined;
    return converseAll(count, (at) => {
      const goesBack = mayGoBack && at % GOES_BACK_EVERY === 0;
      return { ...options, store, resolveProvider, goesBack };
    });
  };
  let workers: KilledWorkers | undefined;
  try {
    // Modules are loaded on first use, and machine code is generated: not measured.
    await send(WARM_UP.sessions, { mode: 'no model', ...WARM_UP });
    workers = await startWorkers(client, { ...run, queue });
    const sent = await send(sessions, { mode: 'background', turnMs, background });
    const counts = { ...(await countCalls(sent, workers, background)), asked };
    const turns = Math.ceil(sent.times.requests / sessions);
    const noModel = await send(sessions, { mode: 'no model', turnMs, turns });
    const waiting = await send(run.waitingSessions, { mode: 'waiting', turnMs, turns });
    const duringJobs = timesOf(sent.conversed.flatMap(({ timesDuringJob }) => timesDuringJob));
    return {
      ...counts,
      times: {
        background: sent.times,
        duringJobs,
        noModel: noModel.times,
        waiting: waiting.times,
      },
      processorMs: { background: sent.processorMs, noModel: noModel.processorMs },
    };
  } finally {
    await workers?.stop();
    await background.close();
    client.destroy();
  }
}

/** Waits for all jobs, and counts what became of them. */
async function countCalls(
  { conversed }: AllConversed,
  workers: KilledWorkers,
  background: BackgroundCompressions,
): Promise<Omit<BackgroundResult, 'times' | 'processorMs' | 'asked'>> {
  const cut = await workers.replaced;
  const jobs = conversed.flatMap((session) => session.jobs);
  for (const job of jobs) {
    while ((await background.find(job)).kind === 'running') await setTimeout(100);
  }
  const [begun, finished] = [await workers.count('begun'), await workers.count('finished')];
  const total = (member: 'tooLarge' | 'fellBack'): number =>
    conversed.reduce((sum, session) => sum + session[member], 0);
  return {
    jobs: jobs.length,
    lost: namesOf(conversed, ({ applied, isWhole }) => applied === undefined || !isWhole),
    stale: namesOf(
      conversed,
      ({ applied, goneBack }) => applied !== undefined && applied === goneBack,
    ),
    dropped: jobs.length - conversed.filter(({ applied }) => applied !== undefined).length,
    tooLarge: total('tooLarge'),
    fellBack: total('fellBack'),
    calls: { begun, finished, cut },
    repeated: begun - cut - new Set(jobs).size,
  };
}

function namesOf(
  conversed: readonly Conversed[],
  is: (session: Conversed) => boolean,
): readonly string[] {
  return conversed.flatMap((session, at) => (is(session) ? [`session-${at}`] : []));
}
