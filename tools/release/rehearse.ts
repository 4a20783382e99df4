// Rehearses two releases in a copy of the working tree, to a registry on this machine with the rules of npm. The first has the pending
// changesets. After a breaking change in one package, the second has a breaking version with a changelog of it and all that depend on it, and
// nothing else changes. Changes nothing outside one temporary folder.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyWorkingTree } from '../copy-working-tree.ts';
import { publishedPackages } from '../published-packages.ts';
import { formatChangeset, readChangesets } from './changesets.ts';
import { openLoopbackRegistry, TOKENS } from './loopback-registry.ts';
import { assertPublishesTo, formatNpmrc, onlyLoopback } from './only-loopback.ts';
import { breakingBump, findRaised } from './raise-dependents.ts';
import { findReleaseProblems } from './release-problems.ts';

const CHANGED = '@palimpsest/core-types';
const ADDRESS = 'https://github.com/someone/palimpsest';
const SENTENCE = 'Says that it was rehearsed.';

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
const checkout = join(folder, 'checkout');

const packages = publishedPackages().map((one) => ({
  ...one,
  folder: join(checkout, 'packages', one.name),
}));
const manifests = packages.map(({ manifest }) => manifest);
const bump = breakingBump(manifests.find(({ name }) => name === CHANGED)!.version);
const dependents = findRaised(manifests, [new Map([[CHANGED, bump]])]);

function run(...args: readonly string[]): void {
  execFileSync(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Lets pnpm find the versions of the workspace, without an install. */
function linkPackages(): void {
  const links = join(folder, 'links');
  mkdirSync(join(links, '@palimpsest'), { recursive: true });
  for (const one of packages) symlinkSync(one.folder, join(links, one.manifest.name), 'junction');
  for (const one of packages) symlinkSync(links, join(one.folder, 'node_modules'), 'junction');
}

/** Runs a command that publishes, and returns what it printed; also if it fails. */
async function publish(
  token: keyof typeof TOKENS,
  command: readonly [string, ...string[]],
  cwd = checkout,
): Promise<string> {
  writeFileSync(npmrc, formatNpmrc(registry.url, TOKENS[token]));
  const env = onlyLoopback(process.env, npmrc);
  // Nothing may leave this machine: a publication cannot be taken back.
  assertPublishesTo(registry.url, cwd, env);
  const [file, ...args] = command;
  const done = promisify(execFile)(file, args, { cwd, env });
  const { stdout, stderr } = await done.catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return stdout + stderr;
}

/** Publishes what the registry lacks, as `pnpm release` does. */
async function publishAll(token: keyof typeof TOKENS): Promise<void> {
  const printed = await publish(token, [process.execPath, changesets, 'publish']);
  for (const { name, manifest } of packages) {
    const path = join(checkout, 'packages', name, 'package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
    const versions = registry.packages.get(manifest.name)?.versions;
    assert.ok(versions?.[version], `${manifest.name}@${version} is not published:\n${printed}`);
  }
}

function prepareVersions(): void {
  run('tools/release/prepare-versions.ts');
}

/** Returns the text of each manifest, also of unpublished packages, by path. */
function readManifests(): ReadonlyMap<string, string> {
  const paths = ['package.json', ...globSync('{packages/*,bench}/package.json', { cwd: checkout })];
  return new Map(paths.map((path) => [path, readFileSync(join(checkout, path), 'utf8')]));
}

function nextBreaking(version: string): string {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  return breakingBump(version) === 'minor' ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

const npmrc = join(checkout, '.npmrc');
const changesets = join(root, 'node_modules/@changesets/cli/bin.js');
const registry = await openLoopbackRegistry(ADDRESS);
try {
  copyWorkingTree(root, checkout);
  mkdirSync(join(checkout, 'node_modules'));
  const command = 'node_modules/@changesets';
  symlinkSync(join(root, command), join(checkout, command), 'junction');

  prepareVersions();
  for (const { path } of readChangesets(checkout)) rmSync(path);
  assert.deepEqual(findReleaseProblems(checkout, packages), [], 'nothing waits for a release');

  linkPackages();
  const one = join(checkout, 'packages/core-types');
  const publishOne = ['pnpm', 'publish', '--no-git-checks'] as const;
  assert.match(await publish('person', publishOne, one), /repository\.url/, 'no address yet');
  run('tools/release/set-repository.ts', ADDRESS);
  assert.match(await publish('workflow', publishOne, one), /does not exist/, 'a new name');
  assert.equal(registry.packages.size, 0);
  await publishAll('person');
  console.log(`the first release published ${registry.packages.size} packages`);

  const before = readManifests();
  const changeset = formatChangeset(new Map([[CHANGED, bump]]), SENTENCE);
  writeFileSync(join(checkout, '.changeset/rehearsal.md'), changeset);
  prepareVersions();
  run(changesets, 'version');

  const expected = new Map(before);
  const bumped = packages.filter(
    ({ manifest: { name } }) => name === CHANGED || dependents.has(name),
  );
  for (const { name, manifest } of bumped) {
    const path = `packages/${name}/package.json`;
    const version = nextBreaking(manifest.version);
    expected.set(path, before.get(path)!.replace(/^( *"version": ").*(",)$/m, `$1${version}$2`));
    const changelog = readFileSync(join(checkout, 'packages', name, 'CHANGELOG.md'), 'utf8');
    const [, newest = ''] = changelog.split(/^## /m);
    const isChanged = manifest.name === CHANGED;
    assert.ok(newest.startsWith(`${version}\n`), `the changelog of ${name} begins with ${newest}`);
    assert.ok(
      newest.includes(isChanged ? SENTENCE : 'Requires new versions, with breaking changes, of'),
      `the changelog of ${name} does not say why`,
    );
  }
  // Only versions changed: the lockfile stays valid.
  assert.deepEqual(readManifests(), expected);
  assert.deepEqual(findReleaseProblems(checkout, packages), []);
  await publishAll('workflow');
  console.log(
    `a breaking change in ${CHANGED} bumped ${bumped.length} packages, with a changelog each`,
  );
} finally {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
}
