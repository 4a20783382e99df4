import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPackage } from '../published-packages.ts';
import { breakingBump } from './raise-dependents.ts';

export interface VersionedRelease {
  readonly checkout: string;
  readonly packages: readonly PublishedPackage[];
  /** Name of the package with the breaking change. */
  readonly changed: string;
  /** Text of its changeset. */
  readonly sentence: string;
  /** Names of the packages that depend on it, directly or through others. */
  readonly dependents: ReadonlySet<string>;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Returns the versions of all packages of a checkout by name, including unpublished ones. */
export function readVersions(checkout: string): Map<string, string> {
  const manifests = [
    'package.json',
    ...globSync('{packages/*,bench}/package.json', { cwd: checkout }),
  ];
  return new Map(
    manifests.map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(checkout, path), 'utf8')) as {
        readonly name: string;
        readonly version?: string;
      };
      return [name, version ?? 'none'];
    }),
  );
}

/**
 * Asserts the version rules of docs/releases.md: the changed package and all that depend on it get a breaking version, all others nothing; each
 * new version has a changelog. Nothing else changes in a manifest, so that the lockfile stays valid. Returns the packages to release, as
 * `name@version`.
 */
export function checkVersions({
  checkout,
  packages,
  changed,
  sentence,
  dependents,
  before,
  after,
}: VersionedRelease): string[] {
  const bumped = packages.filter(
    ({ manifest }) => manifest.name === changed || dependents.has(manifest.name),
  );
  const expected = new Map(before);
  for (const { manifest } of bumped) {
    expected.set(manifest.name, nextBreaking(manifest.version));
  }
  assert.deepEqual(after, expected);
  for (const { name, folder } of packages) {
    const text = readManifest(join(checkout, 'packages', name));
    assert.equal(withoutVersion(text), withoutVersion(readManifest(folder)));
  }

  for (const { name, manifest } of bumped) {
    const path = join(checkout, 'packages', name, 'CHANGELOG.md');
    assert.ok(existsSync(path), `${path} was not written`);
    const [, newest = ''] = readFileSync(path, 'utf8').split(/^## /m);
    const says =
      manifest.name === changed ? sentence : 'Requires new versions, with breaking changes, of';
    assert.ok(newest.startsWith(`${after.get(manifest.name)!}\n`), `${path} begins with ${newest}`);
    assert.ok(newest.includes(says), `${path} does not say ${says}`);
  }
  return bumped.map(({ manifest }) => `${manifest.name}@${after.get(manifest.name)!}`);
}

function nextBreaking(version: string): string {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  return breakingBump(version) === 'minor' ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

function readManifest(folder: string): string {
  return readFileSync(join(folder, 'package.json'), 'utf8');
}

function withoutVersion(manifest: string): string {
  return manifest.replace(/^ *"version": .*\n/m, '');
}
