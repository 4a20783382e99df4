import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY_POINTS, PEERS } from '../entry-points.ts';
import type { FreshProject } from './fresh-project.ts';

/** Oldest first. The README and docs/releases.md name these versions. */
export const COMPILERS = ['5.4.5', '5.9.3', '6.0.3', '7.0.2'];
const RESOLUTIONS = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const;

const OPTIONS = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const TARGET = ['--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--types', 'node'];
const FILE = 'types.ts';

/** Imports every entry, and joins packages that meet through their types. */
const PROGRAM = [
  ...ENTRY_POINTS.map(({ specifier }, n) => `import * as entry${n} from '${specifier}';\n`),
  ...ENTRY_POINTS.map((_, n) => `export type Entry${n} = typeof entry${n};\n`),
  `import { createRegistry } from '@palimpsest/factory';\n`,
  `import { salience } from '@palimpsest/strategy-salience';\n`,
  'export const registry = createRegistry().register(salience);\n',
].join('');

/**
 * Checks the declarations of all packages, and of what they install, with each version of TypeScript and each way to resolve modules, two at a
 * time. Peer dependencies stay absent: their own declarations have errors, which are not of this project, and take a minute.
 *
 * @param root the repository, from which the types of Node come
 * @throws {Error} with every other error of every compiler
 */
export async function checkTypes(
  project: FreshProject,
  root: string,
  versions: readonly string[],
): Promise<void> {
  project.write(FILE, PROGRAM);
  project.install(...versions.map((version) => `${aliasOf(version)}@npm:typescript@${version}`));
  mkdirSync(join(project.folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(
    realpathSync(join(root, 'node_modules/@types/node')),
    join(project.folder, 'node_modules/@types/node'),
    'junction',
  );
  const waiting = versions.flatMap((version) =>
    RESOLUTIONS.map(([module, resolution]) => ({ version, module, resolution })),
  );
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { version, module, resolution } = next;
      const where = ['--module', module, '--moduleResolution', resolution];
      const found = await compile(project, version, where);
      problems.push(...found.map((line) => `TypeScript ${version}, ${resolution}: ${line}`));
    }
  };
  await Promise.all([work(), work()]);
  if (problems.length > 0) throw new Error(`Declarations have errors:\n${problems.join('\n')}`);
}

const aliasOf = (version: string): string => `typescript-${version}`;

/** Compiles the program, and returns the errors that are not about an absent peer. */
async function compile(
  { folder }: FreshProject,
  version: string,
  options: readonly string[],
): Promise<readonly string[]> {
  const compiler = join(folder, 'node_modules', aliasOf(version), 'bin/tsc');
  const args = [compiler, ...OPTIONS, ...TARGET, ...options, FILE];
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const lines = printed.split('\n').filter((line) => line !== '');
  const others = lines.filter((line) => !isAbsentPeer(line));
  // A compiler that misses no peer did not read the packages.
  return others.length === 0 && lines.length === 0 ? ['printed nothing'] : others;
}

function isAbsentPeer(line: string): boolean {
  const [, name = ''] = /error TS2307: Cannot find module '((?:@[^/']+\/)?[^/']+)/.exec(line) ?? [];
  return PEERS.has(name);
}
