import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Creates a separate repository in `folder`, with the files of the working tree at `root` that are not ignored, added but not committed. */
export function copyWorkingTree(root: string, folder: string): void {
  mkdirSync(folder);
  // A hook of git sets variables that name the repository of `root`.
  const apart = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: folder, env: Object.fromEntries(apart) });
  };
  git('init', '--quiet', '--initial-branch=main');
  git(`--git-dir=${folder}/.git`, `--work-tree=${root}`, 'add', '--all');
  git('checkout-index', '--all');
}
