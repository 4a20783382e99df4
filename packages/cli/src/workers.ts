import { PalimpsestError } from '@palimpsest/core-types';
import { extname } from 'node:path';
import type { Tinypool } from 'tinypool';
import type { Arguments } from './arguments/command.ts';
import type { ConversationReport } from './compress/conversation-report.ts';
import type { KeptTexts } from './compress/kept-texts.ts';
import type { ReadOptions, UnreadLine } from './conversations/conversation.ts';
import type { MainIo } from './main-io.ts';
import type { Rewritten, RewriteSteps } from './rewrite-conversations.ts';

/** What each worker thread is started with. */
export interface WorkerSetup {
  readonly argv: readonly string[];
  readonly env: MainIo['env'];
  readonly cwd: string;
}

export interface WorkerTask {
  readonly line: UnreadLine;
  readonly options: ReadOptions;
}

/** The compressed line with the texts of `--keep` that were found so far, or an error. Error classes do not survive between threads. */
export type WorkerResult =
  | { readonly rewritten: Rewritten<ConversationReport>; readonly keptTexts: readonly string[] }
  | { readonly message: string; readonly code: string };

export interface Workers extends NonNullable<RewriteSteps<ConversationReport>['workers']> {
  readonly stop: () => Promise<void>;
}

/** Lines per thread that are read ahead, so that no thread waits for the slowest. */
const AHEAD = 3;

/** Next to this file, in `src` and in `dist`. */
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href;

/** Creates threads that compress JSON lines. They start with the first line. */
export function createWorkers(
  threads: number,
  { argv }: Arguments,
  { env, cwd, signal }: Pick<MainIo, 'env' | 'cwd' | 'signal'>,
  kept: KeptTexts,
  filename: string = WORKER,
): Workers {
  let started: Promise<Tinypool> | undefined;
  const start = async (): Promise<Tinypool> => {
    const { Tinypool } = await import('tinypool');
    const workerData: WorkerSetup = { argv, env: { ...env }, cwd };
    const pool = new Tinypool({ filename, workerData, minThreads: threads, maxThreads: threads });
    // The task of a worker that ends is rejected. One without a task is replaced.
    pool.on('error', () => {});
    return pool;
  };
  const run = async (task: WorkerTask): Promise<WorkerResult> =>
    (await (started ??= start())).run(task) as Promise<WorkerResult>;

  return {
    ahead: threads * AHEAD,
    async rewriteLine(line, options) {
      const task = { line, options };
      // A worker reports every error as a result; it ends only when memory or the system fails. The others may have caused that.
      const result = await run(task)
        .catch(() => run(task))
        .catch((cause: unknown) => {
          signal?.throwIfAborted();
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new PalimpsestError(
            `${options.name}:${line.number}: the thread that compressed this conversation ended twice: ${reason}. Run the command with --jobs 1.`,
            'WORKER_ENDED',
            { cause },
          );
        });
      if ('message' in result) throw new PalimpsestError(result.message, result.code);
      kept.addFound(result.keptTexts);
      return result.rewritten;
    },
    async stop() {
      await (await started)?.destroy();
    },
  };
}
