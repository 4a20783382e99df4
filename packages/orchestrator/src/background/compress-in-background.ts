import type {
  BackgroundCompressions,
  CompressionJob,
  CompressionJobState,
} from './compression-job.ts';
import { runCompressionJob, type JobRunnerOptions } from './run-compression-job.ts';

/** Maximum number of jobs that are kept: a result holds a whole history. The oldest ended ones are forgotten first. */
const MAX_JOBS = 100;

/** Runs compressions in this process, next to requests. */
export interface ProcessCompressions extends BackgroundCompressions {
  /** Waits until no job is running. */
  idle(): Promise<void>;
}

/** Creates background compressions on promises of this process. They end with it; the next request starts the job again. */
export function compressInBackground(options: JobRunnerOptions): ProcessCompressions {
  const states = new Map<string, CompressionJobState>();
  const running = new Set<Promise<void>>();

  async function run(job: CompressionJob): Promise<void> {
    try {
      states.set(job.id, { kind: 'done', ...(await runCompressionJob(job, options)) });
    } catch (error) {
      states.set(job.id, { kind: 'failed', reason: String(error) });
    }
  }

  return {
    async start(job) {
      const known = states.get(job.id)?.kind;
      if (known === 'running' || known === 'done') return;
      states.set(job.id, { kind: 'running' });
      for (const [id, { kind }] of states) {
        if (states.size <= MAX_JOBS) break;
        if (kind !== 'running') states.delete(id);
      }
      const ended = run(job);
      running.add(ended);
      void ended.then(() => running.delete(ended));
    },
    async find(id) {
      return states.get(id) ?? { kind: 'unknown' };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
