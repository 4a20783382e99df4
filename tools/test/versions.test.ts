import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishedPackages, type Manifest, type PublishedPackage } from '../published-packages.ts';
import { parseFirstEntries, writeFirstChangelogs } from '../release/first-changelogs.ts';
import { findRaised } from '../release/raise-dependents.ts';
import { findReleaseProblems } from '../release/release-problems.ts';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'versions-'));
  mkdirSync(join(checkout, '.changeset'));
  mkdirSync(join(checkout, 'docs'));
  const entries = '# First\n\n## old\n\n- Is old.\n\n## new\n\n- Is new.\n';
  writeFileSync(join(checkout, 'docs/first-release.md'), entries);
});
afterEach(() => rmSync(checkout, { recursive: true }));

const manifestOf = (
  name: string,
  version: string,
  dependencies: Readonly<Record<string, string>> = {},
): Manifest => ({
  name,
  version,
  files: [],
  sideEffects: false,
  exports: {},
  engines: { node: '>=22' },
  dependencies,
});

function addPackage(name: string, changelog?: string): PublishedPackage {
  const folder = join(checkout, name);
  mkdirSync(folder);
  if (changelog !== undefined) writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  return { name, folder, manifest: manifestOf(name, '0.1.0'), entryPoints: [] };
}

function addChangeset(name: string, text: string): void {
  writeFileSync(join(checkout, '.changeset', name), text);
}

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8');

test('every published package has an entry for its first release, and no other package has one', () => {
  const page = readFileSync(new URL('../../docs/first-release.md', import.meta.url), 'utf8');
  const entries = parseFirstEntries(page);
  const names = publishedPackages().map(({ manifest }) => manifest.name);
  expect([...entries.keys()].toSorted()).toEqual(names.toSorted());
  for (const entry of entries.values()) expect(entry).toMatch(/^- \S[^]*\.$/);
});

test('the first changelog of a package is its entry, and changesets from before are removed', () => {
  const packages = [addPackage('old', '# old\n\n## 0.1.0\n'), addPackage('new')];
  addChangeset('both.md', "---\n'new': patch\n'old': minor\n---\n\nBoth changed.\n");
  addChangeset('new.md', "---\n'new': minor\n---\n\nNew changed.\n");
  expect(writeFirstChangelogs(checkout, packages)).toEqual(['new']);
  expect(read('new/CHANGELOG.md')).toBe('# new\n\n## 0.1.0\n\n- Is new.\n');
  expect(read('old/CHANGELOG.md')).toBe('# old\n\n## 0.1.0\n');
  expect(readdirSync(join(checkout, '.changeset'))).toEqual(['both.md']);
  expect(read('.changeset/both.md')).toBe("---\n'old': minor\n---\n\nBoth changed.\n");
});

test('a package without an entry cannot be released for the first time', () => {
  expect(() => writeFirstChangelogs(checkout, [addPackage('other')])).toThrow('other');
});

test('a breaking version of a package leads to one of all packages that depend on it, directly or through others', () => {
  const manifests = [
    manifestOf('base', '0.1.0'),
    manifestOf('middle', '1.2.0', { base: '^0.1.0' }),
    manifestOf('top', '0.3.0', { middle: '^1.2.0', base: '^0.1.0' }),
    manifestOf('alone', '0.1.0'),
  ];
  expect([...findRaised(manifests, [new Map([['base', 'minor']])])]).toEqual([
    ['middle', ['base']],
    ['top', ['base', 'middle']],
  ]);
  expect([...findRaised(manifests, [new Map([['middle', 'minor']])])]).toEqual([]);
  expect([...findRaised(manifests, [new Map([['base', 'patch']])])]).toEqual([]);
});

test('nothing is published while a change waits for its version, or without a changelog', () => {
  const packages = [addPackage('old', '# old\n\n## 0.1.0\n\n- Is old.\n'), addPackage('new')];
  addChangeset('new.md', "---\n'new': minor\n---\n\nNew changed.\n");
  expect(findReleaseProblems(checkout, packages)).toHaveLength(2);
  writeFirstChangelogs(checkout, packages);
  expect(findReleaseProblems(checkout, packages)).toEqual([]);
});
