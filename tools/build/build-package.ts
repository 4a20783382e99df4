// Builds the package in the working directory: one bundled file per entry and command, shared code in one more, and the declarations of
// its entries. The script `build` of every package runs this. `--one-file` puts shared code and dynamic imports into the file of the entry.
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, rmSync } from 'node:fs';
import { bundlePackage } from './bundle-package.ts';

rmSync('dist', { recursive: true, force: true });
// npm takes the licence only from the folder of the package.
copyFileSync('../../LICENSE', 'LICENSE');
for (const project of ['tsconfig.build.json', ...globSync('src/**/tsconfig.json')]) {
  // The compiler prints its errors itself.
  const { status } = spawnSync('tsc', ['-p', project, '--emitDeclarationOnly'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
await bundlePackage('.', 'dist', process.argv.includes('--one-file'));
