import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPackage } from '../published-packages.ts';

export interface VersionedRelease {
  readonly checkout: string;
  readonly packages: readonly PublishedPackage[];
  /** Name of the package with the breaking change. */
  readonly changed: string;
  /** Text of its changeset. */
  readonly sentence: string;
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
 * Asserts the version rules of docs/releases.md: the changed package gets a breaking version, packages that depend on it a patch, all others
 * nothing; each new version has a changelog. Nothing else changes in a manifest, so that the lockfile stays valid. Returns the packages to
 * release, as `name@version`.
 */
export function checkVersions({
  checkout,
  packages,
  changed,
  sentence,
  before,
  after,
}: VersionedRelease): string[] {
  const bumped = packages.filter(
    ({ manifest }) => manifest.name === changed || changed in (manifest.dependencies ?? {}),
  );
  const expected = new Map(before);
  for (const { manifest } of bumped) {
    expected.set(manifest.name, next(manifest.version, manifest.name === changed));
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
    const says = manifest.name === changed ? sentence : `${changed}@${after.get(changed)!}`;
    assert.ok(newest.startsWith(`${after.get(manifest.name)!}\n`), `${path} begins with ${newest}`);
    assert.ok(newest.includes(says), `${path} does not say ${says}`);
  }
  return bumped.map(({ manifest }) => `${manifest.name}@${after.get(manifest.name)!}`);
}

function next(version: string, isBreaking: boolean): string {
  const [major, minor, patch] = version.split('.').map(Number) as [number, number, number];
  if (!isBreaking) return `${major}.${minor}.${patch + 1}`;
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

function readManifest(folder: string): string {
  return readFileSync(join(folder, 'package.json'), 'utf8');
}

function withoutVersion(manifest: string): string {
  return manifest.replace(/^ *"version": .*\n/m, '');
}
