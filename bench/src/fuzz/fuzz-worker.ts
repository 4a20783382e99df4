import { parentPort, workerData } from 'node:worker_threads';
import { loadKinds } from './load-kinds.ts';
import { runCase } from './run-case.ts';
import type { BrokenCase, Slice, SliceReport, WorkerStart } from './slice.ts';

const { seed, kindsModule, current } = workerData as WorkerStart;
const kinds = await loadKinds(kindsModule);
const index = new Float64Array(current);

parentPort!.on('message', (slice: Slice) => {
  void run(slice).then((report) => parentPort!.postMessage(report, []));
});
parentPort!.postMessage(undefined, []);

async function run({ first, count }: Slice): Promise<SliceReport> {
  const cases: Record<string, number> = {};
  const broken: BrokenCase[] = [];
  let slowest = { index: first, milliseconds: 0 };
  for (let at = first; at < first + count; at += 1) {
    index[0] = at;
    const start = performance.now();
    const { kind, subject, problems } = await runCase(kinds, { seed, index: at });
    const milliseconds = performance.now() - start;
    if (milliseconds > slowest.milliseconds) slowest = { index: at, milliseconds };
    const name = `${kind}: ${subject}`;
    cases[name] = (cases[name] ?? 0) + 1;
    const seen = new Set<string>();
    for (const { rule, message } of problems) {
      if (!seen.has(rule)) broken.push({ index: at, kind, subject, rule, message });
      seen.add(rule);
    }
  }
  return { cases, broken, slowest };
}
