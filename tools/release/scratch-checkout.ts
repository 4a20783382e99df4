import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { formatChangeset, readChangesets, type Bump } from './changesets.ts';
import type { Run } from './run-apart.ts';

/** Creates a separate repository in `folder`, with the files of the working tree at `root` that are not ignored, added but not committed. */
export async function copyWorkingTree(root: string, folder: string, run: Run): Promise<void> {
  mkdirSync(folder);
  await run('git', ['init', '--quiet', '--initial-branch=main'], folder);
  await run('git', [`--git-dir=${folder}/.git`, `--work-tree=${root}`, 'add', '--all'], folder);
  await run('git', ['checkout-index', '--all'], folder);
}

/**
 * Copies the working tree at `root` and the built packages into `folder`, and commits it there. Only the changesets command is installed there,
 * so that nothing can change what is installed in `root`.
 */
export async function makeScratchCheckout(root: string, folder: string, run: Run): Promise<void> {
  await copyWorkingTree(root, folder, run);
  await run('git', ['commit', '--quiet', '--message', 'As it is now'], folder);

  for (const name of readdirSync(join(root, 'packages'))) {
    const dist = join(root, 'packages', name, 'dist');
    if (!existsSync(dist)) throw new Error(`${dist} is not there. Run \`pnpm build\` first.`);
    cpSync(dist, join(folder, 'packages', name, 'dist'), { recursive: true });
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(
    join(root, 'node_modules/@changesets'),
    join(folder, 'node_modules/@changesets'),
    'junction',
  );
}

/** Removes the pending changesets of a checkout, so that only those of the rehearsal determine the release. */
export function removeChangesets(checkout: string): void {
  for (const { path } of readChangesets(checkout)) rmSync(path);
}

/** Writes a changeset that bumps one package, with a sentence for its changelog. */
export function addChangeset(checkout: string, name: string, bump: Bump, sentence: string): void {
  const text = formatChangeset(new Map([[name, bump]]), sentence);
  writeFileSync(join(checkout, '.changeset/rehearsal.md'), text);
}
