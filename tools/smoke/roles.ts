// Plays each role of the README in an empty folder: installs the tarballs that a program imports, and what it needs of npm, type-checks the
// program and runs it. Then the command, which compresses and restores a session. Prints the time from the install to the result. With
// arguments, only these roles. Needs a build.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { tarballsFor } from '../packed-packages.ts';

const LIMIT_MS = 300_000;
const root = process.cwd();
const session = join(root, 'examples/session.json');
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Files that record the session of the examples, check it and show it: they need the repository. */
const OF_RECORDING: ReadonlySet<string> = new Set(['record.ts', 'session.checks.ts', 'start.ts']);

/** Programs of pages by role; each example that a page shows is a role of its own. The last file of a role is its program. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    globSync('examples/*.ts')
      .filter((path) => !OF_RECORDING.has(basename(path)))
      .toSorted()
      .map((path) => [basename(path, '.ts'), [path]]),
  ),
  'framework with settings': ['forget-thinking', 'register', 'use'].map(
    (name) => `packages/factory/test/readme/${name}.ts`,
  ),
};

const TYPES = '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node';
const EXTENSIONS = ['--allowImportingTsExtensions', '--resolveJsonModule', '--typeRoots'];

/** Runs a command in a folder, and returns what it printed. */
async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(command, args, options)).stdout;
}

const isOurs = (name: string): boolean => /^(?:@palimpsest\/|palimpsest$)/.test(name);

/** Creates an empty project with packages, by name: ours from their tarballs, others in the versions of this repository. */
async function createProject(names: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'role-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  const others = names.filter((name) => !isOurs(name));
  const installed = [
    ...tarballsFor(names.filter(isOurs)),
    ...others.map((name) => `${name}@${devDependencies[name]}`),
  ];
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  await run(folder, 'npm', 'install', ...quietly, ...installed);
  return folder;
}

/** Returns the packages that a program imports. */
function importedBy(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(/^(?:import|\}).* from '([^'.][^']*)'/gm);
  const names = [...found].map(([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0]);
  return names.filter((name) => !name.startsWith('node:'));
}

async function play(role: string, files: readonly string[]): Promise<void> {
  const start = performance.now();
  const folder = await createProject([...new Set(files.flatMap(importedBy))]);
  try {
    cpSync(session, join(folder, 'session.json'));
    for (const file of files) cpSync(file, join(folder, basename(file)));
    const program = basename(files.at(-1)!);
    const types = [...TYPES.split(' '), ...EXTENSIONS, join(root, 'node_modules/@types')];
    await run(folder, join(root, 'node_modules/.bin/tsc'), ...types, program);
    const printed = await run(folder, process.execPath, program);
    assert.notEqual(printed, '', `${role} printed nothing`);
    report(role, start);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function playCommand(): Promise<void> {
  const start = performance.now();
  const folder = await createProject(['@palimpsest/cli']);
  const palimpsest = (line: string): Promise<string> =>
    run(folder, 'npx', 'palimpsest', ...line.split(' '));
  try {
    cpSync(session, join(folder, 'session.json'));
    await palimpsest('compress session.json --target-ratio 0.3 --originals store --out small.json');
    await palimpsest('restore small.json --originals store --out back.json');
    await palimpsest('inspect session.json --html report.html');
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    assert.equal(read('back.json'), read('session.json'));
    assert.ok(read('small.json').length < 0.5 * read('session.json').length);
    assert.match(read('report.html'), /class="data"/);
    report('command', start);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(role: string, start: number): void {
  console.log(
    `${((performance.now() - start) / 1000).toFixed(1)} s from install to result: ${role}`,
  );
}

const wanted = process.argv.slice(2);
const waiting = [...Object.keys(ROLES), 'command'].filter(
  (role) => wanted.length === 0 || wanted.includes(role),
);
const work = async (): Promise<void> => {
  for (let role = waiting.shift(); role !== undefined; role = waiting.shift()) {
    const files = ROLES[role];
    await (files === undefined ? playCommand() : play(role, files));
  }
};
await Promise.all([work(), work()]);
