import type { IContent, ProviderResolver } from '@palimpsest/core-types';
import type { BackgroundCompressions } from '@palimpsest/orchestrator/background';
import { createSession } from '@palimpsest/orchestrator/session';
import type { SessionStore } from '@palimpsest/originals/sessions';
import { setTimeout } from 'node:timers/promises';
import { beginSession, exchange, RUNNER, settingsOf } from './conversation.ts';
import { summaryOf } from './slow-model.ts';

/** How a session is compressed: by a model in the background, by the same while the request waits, or without a model. */
type Mode = 'background' | 'waiting' | 'no model';

export interface ConverseOptions {
  readonly store: SessionStore;
  readonly mode: Mode;
  readonly background?: BackgroundCompressions | undefined;
  readonly resolveProvider: ProviderResolver;
  /** Time between requests. */
  readonly turnMs: number;
  /** Number of requests. @default until a summary is applied */
  readonly turns?: number;
  /** Whether the user takes the newest turn back after the first job started, and goes on differently. */
  readonly goesBack?: boolean | undefined;
}

/** What became of a session. */
export interface Conversed {
  /** Milliseconds of each `prepare`. */
  readonly times: readonly number[];
  /** Of the requests during a job. */
  readonly timesDuringJob: readonly number[];
  /** Requests over the limit. */
  readonly tooLarge: number;
  /** Requests that the fallback compressed. */
  readonly fellBack: number;
  /** Ids of the jobs that were started. */
  readonly jobs: readonly string[];
  /** Id of the job whose result was sent. */
  readonly applied: string | undefined;
  /** Id of the job whose newest turn the user took back. */
  readonly goneBack: string | undefined;
  /** Whether the request that applied it has the summary of this session, and every exchange since the snapshot. */
  readonly isWhole: boolean;
}

/** Requests after which a session without its summary ends. */
const MAX_TURNS = 60;

/** Sends the requests of one session, each with a new `createSession`, which knows only what the store has. */
export async function converse(id: string, options: ConverseOptions): Promise<Conversed> {
  const { store, mode, background, resolveProvider, turnMs, turns = MAX_TURNS } = options;
  const entries: IContent[] = beginSession(id);
  const times: number[] = [];
  const timesDuringJob: number[] = [];
  const jobs: string[] = [];
  let [tooLarge, fellBack, covered] = [0, 0, 0];
  let found: string | undefined;
  let goneBack: string | undefined;
  const conversed = (applied: string | undefined, isWhole: boolean): Conversed => {
    return { times, timesDuringJob, tooLarge, fellBack, jobs, goneBack, applied, isWhole };
  };
  const watched: BackgroundCompressions | undefined = background && {
    async start(job) {
      jobs.push(job.id);
      await background.start(job);
    },
    async find(job) {
      found = job;
      return await background.find(job);
    },
  };
  for (let turn = 0; turn < turns; turn += 1) {
    entries.push(...exchange(`${id}-${turn}`));
    const start = performance.now();
    const { outcome } = await createSession({
      ...RUNNER,
      resolveProvider,
      settings: settingsOf(mode === 'no model' ? 'salience' : 'middle-out'),
      session: { id, store },
      ...(watched && { background: watched }),
    }).prepare({ entries });
    const ms = performance.now() - start;
    times.push(ms);
    if (outcome.background === 'running') timesDuringJob.push(ms);
    if (outcome.tokensAfter > outcome.budget.limit) tooLarge += 1;
    if (outcome.kind === 'compressed' && outcome.compression.strategy === 'salience') fellBack += 1;
    if (outcome.background === 'started') covered = entries.length;
    if (outcome.background === 'applied') {
      const sent = JSON.stringify(outcome.history);
      const isWhole =
        sent.includes(summaryOf(id)) &&
        entries.slice(covered).every(({ blocks: [block] }) => sent.includes(idOf(block)));
      return conversed(found, isWhole);
    }
    if (outcome.background === 'started' && options.goesBack && goneBack === undefined) {
      goneBack = jobs.at(-1);
      entries.splice(-2, 2, ...exchange(`${id}-${turn}-instead`));
    }
    await setTimeout(turnMs);
  }
  return conversed(undefined, true);
}

function idOf(block: IContent['blocks'][number] | undefined): string {
  if (block?.type === 'tool_call') return block.id;
  return block?.type === 'tool_response' ? block.callId : '';
}
