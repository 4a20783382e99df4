// Runs the command of this repository from its sources. The arguments are those of the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// A package manager runs this script in the root folder, and passes on the folder in which the user typed the command.
process.chdir(process.env['INIT_CWD'] || process.cwd());

// Everything but the pages runs from sources. They are one bundled file each.
if (process.argv.some((argument) => /^--(?:html|dashboard)\b/.test(argument))) {
  const { buildPage } = await import('../packages/report/page/build-page.ts');
  await buildPage('report');
  await buildPage('dashboard');
}
const command = fileURLToPath(new URL('../packages/cli/src/bin.ts', import.meta.url));
const args = ['--conditions=@palimpsest/source', command, ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
// The command handles the signals. A terminal sends them to both processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'close')) as [number | null];
process.exitCode = code ?? 1;
