// Checks the plugins for coding agents, and the proxy, with the released agents: installs each agent, drives it headless against a scripted model on
// loopback, and prints what it found, with a table at the end. What passed is written into `results.json` and the pages of `results.ts`. Needs a build,
// and the npm registry. Run `pnpm check:hosts`, or `pnpm check:hosts pi`. Ends with 1 if a check failed; an agent that cannot be installed is
// reported as not run.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFreshProject } from '../smoke/fresh-project.ts';
import { checkClaudeCode } from './check-claude-code.ts';
import { checkCodexCompaction } from './check-codex-compaction.ts';
import { checkKilo, checkOpencode } from './check-opencode.ts';
import { checkHandoff } from './check-handoff.ts';
import { LOG_CHECKS } from './check-logs.ts';
import { checkPi } from './check-pi.ts';
import { PROXY_CHECKS } from './check-proxy.ts';
import type { HostCheck } from './host-check.ts';
import { writeResults, type Row } from './results.ts';

const CHECKS = [
  checkPi,
  checkOpencode,
  checkKilo,
  checkClaudeCode,
  ...LOG_CHECKS,
  checkHandoff,
  checkCodexCompaction,
  ...PROXY_CHECKS,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  const known = CHECKS.map(({ name }) => name).join(', ');
  console.error(`host: expected one of ${known}, got ${unknown.join(', ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
const folderOf = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const project = createFreshProject();

async function run(host: HostCheck): Promise<Row> {
  const { name, version, plugin = name } = host;
  const installed = folderOf(`${name}-host`);
  try {
    await host.install(installed);
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    return { name, version, state: `not run: it could not be installed (${reason})` };
  }
  try {
    const figures = await host.check({
      installed,
      extension: join(project.folder, 'node_modules', '@palimpsest', plugin),
      command: join(project.folder, 'node_modules', '.bin', 'palimpsest'),
      folder: folderOf(`${name}-run`),
      note: (text) => console.log(`${name}: ${text}`),
    });
    return { name, version, state: 'passed', figures };
  } catch (error) {
    console.error(`${name}:`, error);
    process.exitCode = 1;
    return { name, version, state: 'FAILED' };
  } finally {
    for (const path of [installed, join(folder, `${name}-run`)])
      rmSync(path, { recursive: true, force: true });
  }
}

try {
  const rows: Row[] = [];
  for (const host of CHECKS) {
    if (wanted.length > 0 && !wanted.includes(host.name)) continue;
    const row = await run(host);
    console.log(`${row.name}: ${row.state}`);
    rows.push(row);
  }
  console.table(rows.map(({ figures, ...row }) => ({ ...row, ...figures })));
  writeResults(rows);
} finally {
  for (const path of [folder, project.folder]) rmSync(path, { recursive: true, force: true });
}
