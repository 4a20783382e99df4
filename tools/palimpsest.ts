// Runs the command of this repository: the built one if no source changed since its build, which starts several times as fast, else the
// sources. The arguments are those of the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build/is-built.ts';
import { publishedPackages } from './published-packages.ts';

const fileOf = (path: string): string =>
  fileURLToPath(new URL(`../packages/cli/${path}`, import.meta.url));

// A package manager runs this script in the root folder, and passes on the folder in which the user typed the command.
process.chdir(process.env['INIT_CWD'] || process.cwd());

if (isBuilt('@palimpsest/cli', publishedPackages())) {
  await import(fileOf('dist/bin.js'));
} else {
  // Everything but the pages runs from sources. They are one bundled file each.
  if (process.argv.some((argument) => /^--(?:html|dashboard)\b/.test(argument))) {
    const { buildPage } = await import('../packages/report/page/build-page.ts');
    await buildPage('report');
    await buildPage('dashboard');
  }
  const source = ['--conditions=@palimpsest/source', fileOf('src/bin.ts')];
  const child = spawn(process.execPath, [...source, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // The command handles the signals. A terminal sends them to both processes.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  process.exitCode = code ?? 1;
}
