import { Worker } from 'node:worker_threads';
import type { BrokenCase, Slice, SliceReport, WorkerStart } from './slice.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Maximum number of cases. The run ends at this or at `minutes`, whichever is reached first. */
  readonly cases?: number;
  readonly minutes?: number;
  /** @default 2 */
  readonly workers?: number;
  /** URL of a module that exports other kinds as its default. */
  readonly kindsModule?: string;
  /** Seconds after which a case counts as endless. @default 60 */
  readonly patience?: number;
  /** Ends the run after the cases that were begun. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FuzzReport) => void;
}

export interface FuzzReport {
  readonly seed: number;
  readonly total: number;
  readonly seconds: number;
  /** Number of cases by kind and subject, such as `laws: salience`. */
  readonly cases: Readonly<Record<string, number>>;
  readonly broken: readonly BrokenCase[];
  readonly slowest: { readonly index: number; readonly milliseconds: number };
}

/** Number of cases that a worker gets at once. */
const SLICE = 200;

/** Number of broken cases at which a run ends. */
const MAX_BROKEN = 1_000;

/** Draws and judges cases with consecutive indices on several threads, up to a number of cases or a time limit. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, cases = Infinity, minutes = Infinity, workers = 2, patience = 60 } = options;
  const start = performance.now();
  const counts: Record<string, number> = {};
  const broken: BrokenCase[] = [];
  let total = 0;
  let slowest = { index: 0, milliseconds: 0 };
  let next = 0;

  const take = (): Slice | undefined => {
    const isTimeUp = performance.now() - start >= minutes * 60_000;
    if (isTimeUp || options.signal?.aborted || broken.length >= MAX_BROKEN || next >= cases)
      return undefined;
    const slice = { first: next, count: Math.min(SLICE, cases - next) };
    next += slice.count;
    return slice;
  };
  const report = (): FuzzReport => ({
    seed,
    total,
    seconds: (performance.now() - start) / 1_000,
    cases: Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    broken: broken.toSorted((a, b) => a.index - b.index),
    slowest,
  });
  const add = (slice: SliceReport): void => {
    for (const [name, count] of Object.entries(slice.cases)) {
      counts[name] = (counts[name] ?? 0) + count;
      total += count;
    }
    broken.push(...slice.broken);
    if (slice.slowest.milliseconds > slowest.milliseconds) slowest = slice.slowest;
    options.onProgress?.(report());
  };

  const stuck = await Promise.all(
    Array.from({ length: workers }, () => work(options, patience, take, add)),
  );
  broken.push(...stuck.flat());
  return report();
}

/** Runs slices on one worker until none are left. Returns a case that did not end. */
async function work(
  { seed, kindsModule }: FuzzOptions,
  patience: number,
  take: () => Slice | undefined,
  add: (report: SliceReport) => void,
): Promise<readonly BrokenCase[]> {
  const current = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const workerData: WorkerStart = { seed, kindsModule, current };
  const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), {
    workerData,
    execArgv: ['--conditions=@palimpsest/source'],
  });
  const watched = new Float64Array(current);
  try {
    return await new Promise((resolve, reject) => {
      let seen = -1;
      let since = performance.now();
      const watch = setInterval(() => {
        const index = watched[0]!;
        if (index !== seen) {
          seen = index;
          since = performance.now();
        } else if (performance.now() - since > patience * 1_000) {
          const message = `not within ${patience} s`;
          resolve([{ index, kind: 'any', subject: 'any', rule: 'ends', message }]);
        }
      }, 1_000);
      worker.once('error', reject);
      worker.once('exit', () => clearInterval(watch));
      worker.on('message', (done: SliceReport | undefined) => {
        if (done !== undefined) add(done);
        const slice = take();
        if (slice === undefined) resolve([]);
        else worker.postMessage(slice, []);
      });
    });
  } finally {
    await worker.terminate();
  }
}
