import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { publishedPackages, type Manifest } from '../published-packages.ts';
import { readChangesets, type Changeset } from '../release/changesets.ts';

/**
 * A package that is built into one file has its dependencies in it, as devDependencies. Changesets does not release a package when those
 * change, so a changeset has to name it.
 */

const published = publishedPackages();
const byName = new Map(published.map(({ manifest }) => [manifest.name, manifest]));

interface WithDevDependencies extends Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Returns the packages of the workspace in a package that is built into one file. */
function bundledIn({ devDependencies = {} }: WithDevDependencies): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = Object.keys(devDependencies);
  for (const name of waiting) {
    const manifest = byName.get(name);
    if (manifest === undefined || found.has(name)) continue;
    found.add(name);
    waiting.push(...Object.keys(manifest.dependencies ?? {}));
  }
  return found;
}

/** Returns the packages in a bundle that changesets name, if they do not name the bundle. */
function unreleased(manifest: Manifest, changesets: readonly Changeset[]): readonly string[] {
  const named = new Set(changesets.flatMap(({ bumps }) => [...bumps.keys()]));
  return named.has(manifest.name) ? [] : [...bundledIn(manifest)].filter((name) => named.has(name));
}

const bundles = published.filter(({ entryPoints }) => entryPoints.some((one) => one.isOneFile));
const changesets = readChangesets(fileURLToPath(new URL('../../', import.meta.url)));

test.each(bundles.map(({ manifest }) => manifest))(
  'a changeset names $name where one names a package in it',
  (manifest) => {
    expect(unreleased(manifest, changesets)).toEqual([]);
  },
);
