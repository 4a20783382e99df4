import { setTimeout } from 'node:timers/promises';

/** Returns the median milliseconds of `times` runs, after one that is not counted. */
export async function median(times: number, run: () => Promise<number> | number): Promise<number> {
  await run();
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) measured.push(await run());
  return middle(measured);
}

/** Runs repeatedly for `seconds`: at least once, at most 5 times, without a warm-up. */
export async function runsWithin<Run>(
  seconds: number,
  run: () => Promise<Run>,
): Promise<[Run, ...Run[]]> {
  const end = performance.now() + seconds * 1e3;
  const runs: [Run, ...Run[]] = [await run()];
  while (runs.length < 5 && performance.now() < end) runs.push(await run());
  return runs;
}

/** Returns the median; of an even number of values, the larger middle one. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Returns the milliseconds of the fastest of `times` runs, because other load on the machine only makes a run slower. */
export async function fastest(times: number, run: () => Promise<number> | number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) least = Math.min(least, await run());
  return least;
}

/** Returns an estimator that measures its own time, so that it can be subtracted. */
export function timed<Entry>(estimate: (entries: readonly Entry[]) => number): {
  readonly estimate: (entries: readonly Entry[]) => number;
  takeMilliseconds(): number;
} {
  let spent = 0;
  return {
    estimate(entries) {
      const start = performance.now();
      const tokens = estimate(entries);
      spent += performance.now() - start;
      return tokens;
    },
    takeMilliseconds() {
      const taken = spent;
      spent = 0;
      return taken;
    },
  };
}

/** Returns the bytes in use by the heap and by array buffers, which are outside it. */
export function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns the memory in use after garbage collection, in bytes. */
export function settledMemory(): number {
  globalThis.gc?.();
  return memoryInUse();
}

/** Returns the memory in use after several collections with pauses, because collected memory is freed with a delay. */
export async function quietMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  return settledMemory();
}

/** Runs a function and returns its milliseconds and result. */
export async function clocked<Outcome>(
  run: () => Promise<Outcome> | Outcome,
): Promise<{ readonly ms: number; readonly outcome: Outcome }> {
  const start = performance.now();
  const outcome = await run();
  return { ms: performance.now() - start, outcome };
}
