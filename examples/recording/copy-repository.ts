import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RepositoryCopy {
  /** The folder of the copy, symbolic links resolved. Alone in a folder of its own. */
  readonly root: string;
  remove(): void;
}

/**
 * Puts the files of one commit, without `examples`, into a temporary folder where the repository's tools run. Installed packages are
 * linked from `source`; packages of the workspace link to each other inside the copy. The copy is a repository of its own with one commit.
 *
 * @throws where `source` is no clone that holds the commit.
 */
export function copyRepository(source: string, commit: string): RepositoryCopy {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-')));
  const root = join(place, 'workspace');
  mkdirSync(root);
  const files = git(source, 'archive', '--format=tar', commit, '--', '.', ':!examples');
  execFileSync('tar', ['-x', '-C', root], { input: files });
  linkPackages(join(source, 'node_modules'), join(root, 'node_modules'));
  for (const name of readdirSync(join(root, 'packages'))) {
    const links = join(source, 'packages', name, 'node_modules');
    if (existsSync(links)) repeatLinks(links, join(root, 'packages', name, 'node_modules'));
  }
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Palimpsest');
  git(root, 'config', 'user.email', 'palimpsest@example.org');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=Where the session begins');
  return { root, remove: () => rmSync(place, { recursive: true }) };
}

/** One link for each installed package, so that caches written beside them stay in the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const { name } of readdirSync(from, { withFileTypes: true })) {
    const isCache = name.startsWith('.') && name !== '.bin' && name !== '.pnpm';
    if (!isCache) symlinkSync(join(from, name), join(to, name));
  }
}

/** The same relative links as in the repository; in the copy they lead to the copy. */
function repeatLinks(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [old, fresh] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(old), fresh);
    else if (entry.name.startsWith('@')) repeatLinks(old, fresh);
  }
}

/** Git as nobody has set it up, at a moment that is the same in every recording. */
function git(cwd: string, ...parameters: readonly string[]): Buffer {
  const when = '2026-01-01T00:00:00Z';
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_DATE: when,
  };
  return execFileSync('git', parameters, { cwd, env, maxBuffer: 2 ** 28 });
}
