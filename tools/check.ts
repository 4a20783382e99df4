// Runs the suites of a check one after another and prints what each took. What fails most often and fastest comes first; the slow ones at the
// end, which mostly wait for installs, run two at a time. The first that fails ends the check.
import { spawn, type ChildProcess } from 'node:child_process';

/** Suites with their commands, in order. */
const ONE_BY_ONE = {
  format: 'turbo run format:check',
  lint: 'turbo run lint',
  types: 'turbo run typecheck',
  unused: 'turbo run unused',
  build: 'turbo run build',
  tests: 'vitest run',
  api: 'node tools/api/reports.ts --check',
  packages: 'node tools/check-packages.ts',
} as const;
const TWO_AT_A_TIME = {
  smoke: 'node tools/smoke.ts',
  rehearse: 'node tools/release/rehearse.ts',
  site: 'turbo run site',
  guide: 'node tools/guide/follow.ts',
  'try-it': 'node tools/guide/try-it.ts',
} as const;

const start = performance.now();
const rows: string[] = [];
const running = new Set<ChildProcess>();

/** Runs suites, `atOnce` of them at the same time. With one, its output appears while it runs; otherwise when it ends. */
async function runAll(suites: Readonly<Record<string, string>>, atOnce: number): Promise<void> {
  const waiting = Object.entries(suites);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await run(...next, atOnce === 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function run(name: string, command: string, isLive: boolean): Promise<void> {
  const began = performance.now();
  console.log(`\n== ${name}: ${command}`);
  // In a group of its own, so that what it starts ends with it.
  const options = { shell: true, detached: true } as const;
  const suite = spawn(command, { ...options, stdio: ['ignore', ...outputs(isLive)] });
  running.add(suite);
  let printed = '';
  for (const stream of [suite.stdout, suite.stderr])
    stream?.on('data', (chunk) => (printed += String(chunk)));
  const code = await new Promise((resolve) => suite.on('close', resolve));
  running.delete(suite);
  const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(5);
  rows.push(`${seconds} s  ${name}`);
  if (!isLive) console.log(`\n== output of ${name}\n${printed}`);
  if (code !== 0) end(`${name} failed. Again: ${command}`);
}

function outputs(isLive: boolean): ['inherit', 'inherit'] | ['pipe', 'pipe'] {
  return isLive ? ['inherit', 'inherit'] : ['pipe', 'pipe'];
}

/** Prints the times and ends the check. */
function end(failure?: string): never {
  for (const { pid } of running) process.kill(-pid!);
  console.log(`\n${rows.join('\n')}`);
  console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  in all`);
  if (failure !== undefined) console.error(failure);
  process.exit(failure === undefined ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => end(`ended by ${signal}`));
await runAll(ONE_BY_ONE, 1);
await runAll(TWO_AT_A_TIME, 2);
end();
