import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('host-types', import.meta.url));
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

test('host code with the types of llxprt-code compiles with this package, for inputs and results', async () => {
  const compile = promisify(execFile)(process.execPath, [compiler, '-p', folder], {
    encoding: 'utf8',
  });
  // On errors, the compiler writes them to stdout and exits with a failure.
  const said = await compile.catch(
    (error: { readonly stdout: string; readonly code: unknown }) => error,
  );
  expect(said.stdout).toBe('');
  expect(said).not.toHaveProperty('code');
});
