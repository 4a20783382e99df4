// Runs the compactors of other projects beside ours: `pnpm arena`. With --check it compares with the committed results and writes nothing; with
// paths it runs on these sessions and prints only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkReport, movedLines } from '../benchmarks/check-report.ts';
import { writePage } from '../benchmarks/page.ts';
import { readResult, writeResult } from '../benchmarks/results.ts';
import { hasCorpus } from '../corpus.ts';
import { arenaReport, runContestants } from './arena-report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' } },
});
if (!hasCorpus && positionals.length === 0)
  throw new Error('arena: the corpus is not beside this checkout.');
install();
if (positionals.length > 0) await runContestants(positionals);
else if (values.check === true) {
  const moved = await checkReport(arenaReport, readResult('arena') ?? {});
  if (moved.length > 0) process.exitCode = 1;
  console.log(movedLines('arena', moved).join('\n'));
} else {
  writeResult('arena', await arenaReport());
  writePage();
}
// Some contestants leave timers behind.
process.exit();

/** Installs the packages of the lockfile, if they are not. No script of a package runs. */
function install(): void {
  const folder = fileURLToPath(new URL('../../arena/', import.meta.url));
  // What pnpm wrote when it installed them.
  const done = `${folder}node_modules/.pnpm/lock.yaml`;
  const isDone =
    existsSync(done) && readFileSync(done).equals(readFileSync(`${folder}pnpm-lock.yaml`));
  if (isDone) return;
  const flags = ['install', '--ignore-workspace', '--ignore-scripts', '--frozen-lockfile'];
  const { status } = spawnSync('npx', ['-y', 'pnpm@12.21.0', ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`arena: the install ended with ${status}.`);
}
