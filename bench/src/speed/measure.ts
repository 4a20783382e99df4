import { setTimeout } from 'node:timers/promises';

/** Milliseconds of the middle one of `times` runs, after one that does not count. */
export async function median(times: number, run: () => Promise<number> | number): Promise<number> {
  await run();
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) measured.push(await run());
  return middle(measured);
}

/** As many runs as have room in `seconds`: 5 at most, 1 at least. None of them is for warming up. */
export async function runsWithin<Run>(
  seconds: number,
  run: () => Promise<Run>,
): Promise<[Run, ...Run[]]> {
  const end = performance.now() + seconds * 1e3;
  const runs: [Run, ...Run[]] = [await run()];
  while (runs.length < 5 && performance.now() < end) runs.push(await run());
  return runs;
}

/** The middle one by size, of an even number the larger. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Milliseconds of the fastest of `times` runs, for what others on the machine can only make slower. */
export async function fastest(times: number, run: () => Promise<number> | number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) least = Math.min(least, await run());
  return least;
}

/** An estimator that knows how long it was busy, so that its time can be told apart. */
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

/** Bytes of heap in use after everything unused was collected. */
export function settledHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Bytes in use on the heap and in typed arrays, which lie outside it. */
export function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The same after everything unused was collected. */
export function settledMemory(): number {
  globalThis.gc?.();
  return memoryInUse();
}

/** What earlier work left is freed a while after it was collected. */
export async function quietMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  return settledMemory();
}

/** Milliseconds of a run, and what came of it. */
export async function clocked<Outcome>(
  run: () => Promise<Outcome> | Outcome,
): Promise<{ readonly ms: number; readonly outcome: Outcome }> {
  const start = performance.now();
  const outcome = await run();
  return { ms: performance.now() - start, outcome };
}
