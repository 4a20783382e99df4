import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fuzz, type FuzzReport } from './fuzz.ts';
import { fuzzArguments } from './fuzz-arguments.ts';
import { fuzzSummary, progressLine, shownCase } from './fuzz-summary.ts';
import { writeResult } from '../benchmarks/results.ts';
import { loadKinds } from './load-kinds.ts';
import { runCase } from './run-case.ts';
import { shrinkCase } from './shrink-case.ts';
import type { BrokenCase } from './slice.ts';

/** Maximum number of counterexamples that are shrunk and shown, one per kind, subject and rule. */
const MAX_SHOWN = 12;

const options = fuzzArguments(process.argv.slice(2));
const { seed, cases, minutes, workers, kindsModule } = options;
const kinds = await loadKinds(kindsModule);

if (options.index === undefined) {
  // The first Ctrl-C ends the run with its summary, the second one at once.
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const report = await fuzz({
    seed,
    signal: interrupt.signal,
    workers,
    ...(cases === undefined ? {} : { cases }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(kindsModule === undefined ? {} : { kindsModule }),
    onProgress: progressPrinter(),
  });
  console.log(fuzzSummary(report));
  for (const broken of oneOfEach(report.broken)) await show(broken);
  if (report.broken.length > 0) process.exitCode = 1;
  else if (options.isRecorded) record(report);
} else {
  const { index } = options;
  const { kind, subject, problems } = await runCase(kinds, { seed, index });
  console.log(`case ${index} of seed ${seed} is one of ${kind}: ${subject}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('nothing is broken');
  const first = new Map(problems.toReversed().map((problem) => [problem.rule, problem.message]));
  for (const [rule, message] of first) await show({ index, kind, subject, rule, message });
}

async function show(broken: BrokenCase): Promise<void> {
  const { index, rule } = broken;
  const found = rule === 'ends' ? undefined : await shrinkCase(kinds, { seed, index }, rule);
  console.log(shownCase(broken, replayOf(index), found));
}

function replayOf(index: number): string {
  const module =
    kindsModule === undefined
      ? ''
      : ` --kinds ${relative(process.cwd(), fileURLToPath(kindsModule))}`;
  return `pnpm fuzz --seed ${seed} --case ${index}${module}`;
}

function oneOfEach(broken: readonly BrokenCase[]): readonly BrokenCase[] {
  const first = new Map<string, BrokenCase>();
  for (const one of broken) {
    const name = nameOf(one);
    if (!first.has(name)) first.set(name, one);
  }
  return [...first.values()].slice(0, MAX_SHOWN);
}

/** Returns a callback that prints each new violation at once and, on a terminal, the progress every two seconds. */
function progressPrinter(): (progress: FuzzReport) => void {
  let last = 0;
  const known = new Set<string>();
  return (progress) => {
    for (const { index, kind, subject, rule } of progress.broken) {
      const name = nameOf({ kind, subject, rule });
      if (!known.has(name)) console.error(`broken: ${name}: ${replayOf(index)}`);
      known.add(name);
    }
    if (!process.stderr.isTTY || progress.seconds - last < 2) return;
    last = progress.seconds;
    process.stderr.write(`\r${progressLine(progress)}`);
  };
}

function nameOf({ kind, subject, rule }: Pick<BrokenCase, 'kind' | 'subject' | 'rule'>): string {
  return `${kind}: ${subject} breaks "${rule}"`;
}

function record({ total, seconds, cases: counts, slowest }: FuzzReport): void {
  writeResult('fuzz', {
    figures: { seed, cases: total, violations: 0, casesOf: counts },
    times: {
      seconds: Math.round(seconds),
      casesPerSecond: Math.round(total / seconds),
      workers,
      slowestMilliseconds: Math.round(slowest.milliseconds),
    },
  });
}
