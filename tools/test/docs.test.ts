import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { publishedPackages } from '../published-packages.ts';
import { COMPILERS } from '../smoke/types.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const PAGES = ['AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/releases.md'];

/** Commands of pnpm itself that the pages name. */
const OWN_COMMANDS = new Set(['install', 'exec']);

/** Returns the quoted code that looks like a path from the root, except patterns with `NAME`, and folders that a build makes. */
function pathsIn(page: string): string[] {
  return [...page.matchAll(/`((?!@|\.)[\w@.-]+(?:\/[\w@.-]+)+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.includes('NAME') && !path.endsWith('/dist'));
}

test.each(PAGES)('every file that %s names exists', (path) => {
  const page = read(path);
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link!);
  const named = [...pathsIn(page), ...links.map((link) => `${dirname(path)}/${link}`)];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((one) => !existsSync(new URL(one, root)))).toEqual([]);
});

test.each([...PAGES, 'README.md'])('every command that %s names is a script', (path) => {
  const commands = [
    ...read(path).matchAll(/(?:\bpnpm|pnpm@[\d.]+)(?: --silent| run)? ([a-z][\w:-]*)/g),
  ];
  const unknown = commands
    .map(([, name]) => name!)
    .filter((name) => !Object.hasOwn(scripts, name) && !OWN_COMMANDS.has(name));
  expect(unknown).toEqual([]);
});

test('docs/releases.md names the Node versions that packages require and that `smoke:full` runs', () => {
  const page = read('docs/releases.md');
  const [, listed] = /installed and run on Node ([^(]+) before/.exec(page)!;
  const run = scripts['smoke:full']!.split(' ').filter((word) => /^\d/.test(word));
  expect(listed!.split(/, | and /)).toEqual(run);
  const usual = /`engines` says `([^`]+)`/.exec(page)![1];
  const others = [...page.matchAll(/`(adapter-[\w-]+)` says `([^`]+)`/g)];
  const asked = publishedPackages().map(({ name, manifest }) => [name, manifest.engines.node]);
  expect(asked.filter(([, node]) => node !== usual)).toEqual(
    others.map(([, name, node]) => [name, node]),
  );
});

test('the documentation names the versions of TypeScript that the packages are compiled with', () => {
  const names = COMPILERS.map((version) => version.replace(/\.\d+$/, ''));
  expect(read('README.md')).toContain(`TypeScript ${names[0]} to ${names.at(-1)}`);
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  expect(read('docs/releases.md')).toContain(`TypeScript ${listed} compile every entry point`);
});
