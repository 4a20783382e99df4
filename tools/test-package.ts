// Runs the tests of the package in the working directory; this is the script `test` of every package. Further arguments are passed to vitest.
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = relative(root, process.cwd()).replaceAll('\\', '/');
const { status } = spawnSync(
  'vitest',
  ['run', '--root', root, `${folder}/`, ...process.argv.slice(2)],
  { stdio: 'inherit', shell: process.platform === 'win32' },
);
process.exitCode = status ?? 1;
