import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedPackages } from '../packed-packages.ts';

/** An empty project outside the repository, with every published package installed as from the registry. */
export interface FreshProject {
  readonly folder: string;
  /** Writes a file and returns its name. */
  write(name: string, text: string): string;
  /** Runs a command in the project and returns its output. */
  run(command: string, ...args: readonly string[]): string;
  /** Installs tarballs, or packages by name and version. */
  install(...what: readonly string[]): void;
}

function runIn(folder: string, command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Creates a project and installs the tarball of every package in it. */
export function createFreshProject(): FreshProject {
  const folder = mkdtempSync(join(tmpdir(), 'smoke-'));
  const project: FreshProject = {
    folder,
    write(name, text) {
      writeFileSync(join(folder, name), text);
      return name;
    },
    run: (command, ...args) => runIn(folder, command, args),
    // Without peers: they would include the framework of each adapter.
    install: (...what) => {
      const quietly = ['--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'];
      project.run('npm', 'install', ...quietly, ...what);
    },
  };
  project.write('package.json', '{"private":true,"type":"module"}\n');
  project.install(...[...packedPackages().values()].map(({ path }) => path));
  return project;
}
