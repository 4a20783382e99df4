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

test('a host with the types of llxprt-code compiles, with its entries in and ours out', async () => {
  const compile = promisify(execFile)(process.execPath, [compiler, '-p', folder], {
    encoding: 'utf8',
  });
  // The compiler writes its findings to stdout, and fails.
  const said = await compile.catch((error: { readonly stdout: string }) => error);
  expect(said.stdout).toBe('');
});
