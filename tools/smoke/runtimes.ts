import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FreshProject } from './fresh-project.ts';

/** A JavaScript runtime. */
export interface Runtime {
  /** Name and version, for messages. */
  readonly name: string;
  /** Runs a file of the project and returns what it prints. */
  readonly run: (file: string, ...args: readonly string[]) => string;
}

/** Returns Node runtimes of the given versions, or the current one if there are none. */
export function nodeRuntimes(project: FreshProject, versions: readonly string[]): Runtime[] {
  const current = `Node ${process.versions.node}`;
  if (versions.length === 0) {
    return [{ name: current, run: (...args) => project.run(process.execPath, ...args) }];
  }
  return versions.map((version) => ({
    name: `Node ${version}`,
    run: (...args) => project.run('npx', '-y', `node@${version}`, ...args),
  }));
}

const BUN = '1.4.5';
const DENO = '2.9.6';

/** Installs Bun and Deno, and returns them. */
export function otherRuntimes(project: FreshProject): Runtime[] {
  return otherCommands(project).map(([name, [file, ...argv]]) => ({
    name,
    run: (...args) => project.run(file!, ...argv, ...args),
  }));
}

/** Installs Bun and Deno, and returns their names with the commands that run a file. */
function otherCommands(project: FreshProject): [name: string, command: string[]][] {
  // Their install scripts only link the binary that came with the package for this platform.
  project.install('--ignore-scripts', `bun@${BUN}`, `deno@${DENO}`);
  const denoArgs = ['run', '--allow-all', '--cached-only', '--no-lock', '--quiet'];
  return [
    [`Bun ${BUN}`, [binaryIn(project, '@oven', 'bin/bun')]],
    [`Deno ${DENO}`, [binaryIn(project, '@deno', 'deno'), ...denoArgs]],
  ];
}

/** Returns the path of a file in the one package of a scope that fits this platform. */
function binaryIn({ folder }: FreshProject, scope: string, file: string): string {
  const packages = join(folder, 'node_modules', scope);
  const [name = ''] = readdirSync(packages);
  return join(packages, name, process.platform === 'win32' ? `${file}.exe` : file);
}
