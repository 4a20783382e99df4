// Rehearses the versions of two releases in a copy of the working tree, and publishes nothing. The first has the pending changesets. After a
// breaking change in one package, the second has a breaking version with a changelog of it and all that depend on it, and nothing else changes.
// Changes nothing outside one temporary folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
import { copyWorkingTree } from '../copy-working-tree.ts';
import { publishedPackages } from '../published-packages.ts';
import { formatChangeset, readChangesets } from './changesets.ts';
import { breakingBump, findRaised } from './raise-dependents.ts';
import { findReleaseProblems } from './release-problems.ts';

const CHANGED = '@palimpsest/core-types';
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

try {
  copyWorkingTree(root, checkout);
  mkdirSync(join(checkout, 'node_modules'));
  const command = 'node_modules/@changesets';
  symlinkSync(join(root, command), join(checkout, command), 'junction');

  prepareVersions();
  for (const { path } of readChangesets(checkout)) rmSync(path);
  assert.deepEqual(findReleaseProblems(checkout, packages), [], 'nothing waits for a release');

  const before = readManifests();
  const changeset = formatChangeset(new Map([[CHANGED, bump]]), SENTENCE);
  writeFileSync(join(checkout, '.changeset/rehearsal.md'), changeset);
  prepareVersions();
  run(join(root, command, 'cli/bin.js'), 'version');

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
  console.log(
    `a breaking change in ${CHANGED} bumped ${bumped.length} packages, with a changelog each`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
