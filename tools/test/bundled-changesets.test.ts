import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedPackages, type Manifest } from '../published-packages.ts';

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

/** Returns the packages that changesets name. */
function namedBy(changesets: readonly string[]): ReadonlySet<string> {
  const heads = changesets.map((text) => text.split('---')[1] ?? '');
  return new Set(
    heads.flatMap((head) => [...head.matchAll(/'([^']+)':/g)].map(([, name]) => name!)),
  );
}

/** Returns the packages in a bundle that changesets name, if they do not name the bundle. */
function unreleased(manifest: Manifest, changesets: readonly string[]): readonly string[] {
  const named = namedBy(changesets);
  return named.has(manifest.name) ? [] : [...bundledIn(manifest)].filter((name) => named.has(name));
}

const bundles = published.filter(({ entryPoints }) => entryPoints.some((one) => one.isOneFile));
const folder = new URL('../../.changeset/', import.meta.url);
const changesets = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

test.each(bundles.map(({ manifest }) => manifest))(
  'a changeset names $name where one names a package in it',
  (manifest) => {
    expect(unreleased(manifest, changesets)).toEqual([]);
  },
);

test('finds a change of a package in the bundle that nothing releases', () => {
  const [bundle] = bundles;
  expect(bundle?.manifest.name).toBe('@palimpsest/claude-code');
  const change = "---\n'@palimpsest/text': patch\n'@palimpsest/cli': patch\n---\n\nText.\n";
  expect(unreleased(bundle!.manifest, [change])).toEqual(['@palimpsest/text']);
  const release = "---\n'@palimpsest/claude-code': patch\n---\n\nText.\n";
  expect(unreleased(bundle!.manifest, [change, release])).toEqual([]);
});
