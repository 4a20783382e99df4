// Checks the plugins for coding agents, and the proxy, with the released agents: installs each agent, drives it headless against a scripted model on
// loopback, and prints what it found. Needs a build, and the npm registry. Run `pnpm check:hosts`, or `pnpm check:hosts pi`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFreshProject } from '../smoke/fresh-project.ts';
import { checkClaudeCode } from './check-claude-code.ts';
import { checkOpencode } from './check-opencode.ts';
import { checkPi } from './check-pi.ts';
import { PROXY_CHECKS } from './check-proxy.ts';

const CHECKS = [checkPi, checkOpencode, checkClaudeCode, ...PROXY_CHECKS];

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
const project = createFreshProject(process.cwd());
try {
  for (const host of CHECKS) {
    const { name } = host;
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const installed = folderOf(`${name}-host`);
    try {
      await host.install(installed);
    } catch (error) {
      const [reason] = String(error).split('\n');
      console.log(`${name}: NOT RUN, the host could not be installed: ${reason}`);
      continue;
    }
    await host.check({
      installed,
      extension: join(project.folder, 'node_modules', '@palimpsest', name),
      command: join(project.folder, 'node_modules', '.bin', 'palimpsest'),
      folder: folderOf(`${name}-run`),
      note: (text) => console.log(`${name}: ${text}`),
    });
  }
} finally {
  for (const path of [folder, project.folder]) rmSync(path, { recursive: true, force: true });
}
