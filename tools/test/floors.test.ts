import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENGINE_FLOORS, FLOORS, TEST_ONLY } from '../floors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const packages = readdirSync(`${root}packages`).map((folder) => ({
  folder: `${root}packages/${folder}`,
  manifest: JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8')) as Manifest,
}));

function sourceFiles(folder: string): string[] {
  return readdirSync(`${folder}/src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/src/${name}`);
}

/** Returns the workspace packages that a source file imports; a subpath counts as its package. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*'((?:@palimpsest\/)?[\w-]+)[^']*'/g,
  );
  return [...found].map(([, name]) => name!).filter((name) => name in FLOORS);
}

test('every package has a floor, and every floor a package', () => {
  expect(packages.map(({ manifest }) => manifest.name).toSorted()).toEqual(
    Object.keys(FLOORS).toSorted(),
  );
});

test('a package imports only from floors below its own', () => {
  const upward = packages.flatMap(({ folder, manifest: { name } }) =>
    sourceFiles(folder).flatMap((file) =>
      importsOf(file)
        .filter((other) => other !== name && FLOORS[other]! >= FLOORS[name]!)
        .map((other) => `${file.slice(root.length)} imports ${other}`),
    ),
  );
  expect(upward).toEqual([]);
});

test('a package depends only on packages of lower floors, and on no test kit unless it is one', () => {
  const wrong = packages.flatMap(({ manifest: { name, dependencies = {} } }) =>
    Object.keys(dependencies)
      .filter((other) => {
        const isForTests = TEST_ONLY.has(other) && !TEST_ONLY.has(name);
        return (FLOORS[other] ?? 0) >= FLOORS[name]! || isForTests;
      })
      .map((other) => `${name} depends on ${other}`),
  );
  expect(wrong).toEqual([]);
});

test('a folder of engine imports only from floors below its own', () => {
  const src = `${root}packages/engine/src/`;
  const wrong = sourceFiles(`${root}packages/engine`).flatMap((file) => {
    const folder = file.slice(src.length).split('/')[0]!;
    const floor = ENGINE_FLOORS[folder];
    if (floor === undefined) return [];
    const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    return [...found].flatMap(([, specifier]) => {
      const target = join(dirname(file), specifier!).slice(src.length);
      const other = target.split('/')[0]!;
      const isBelow = ENGINE_FLOORS[other]! < floor;
      return other === folder || isBelow ? [] : [`${file.slice(src.length)} imports ${target}`];
    });
  });
  expect(wrong).toEqual([]);
});

/** Built into one file, with everything that it imports. */
const BUNDLED = new Set(['@palimpsest/claude-code']);

test('a package depends on every package that it imports: otherwise it would ship a copy', () => {
  const copied = packages.flatMap(({ folder, manifest: { name, dependencies = {} } }) => {
    const imported = new Set(sourceFiles(folder).flatMap(importsOf));
    return [...imported]
      .filter((other) => other !== name && !(other in dependencies) && !BUNDLED.has(name))
      .map((other) => `${name} imports ${other}`);
  });
  expect(copied).toEqual([]);
});

/** Sources of entries that run only on Node, with the modules they import. */
const NODE_ONLY = [
  'packages/cli/src/',
  'packages/adapter-mcp/src/main.ts',
  'packages/originals/src/node.ts',
  'packages/originals/src/node/',
  'packages/proxy/src/node.ts',
  'packages/proxy/src/node/',
];

test('only the commands and the entries for Node import from Node', () => {
  const importing = packages
    .flatMap(({ folder }) => sourceFiles(folder))
    .filter((file) => /(?:from|import)\s*\(?\s*'node:/.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice(root.length));
  expect(importing.filter((file) => !NODE_ONLY.some((start) => file.startsWith(start)))).toEqual(
    [],
  );
});

test('no package imports a dependency injection container', () => {
  const others = packages
    .flatMap(({ folder }) => sourceFiles(folder))
    .filter((file) => /from '(?:tsyringe|reflect-metadata)/.test(readFileSync(file, 'utf8')));
  expect(others).toEqual([]);
});

test('docs/architecture.md shows every package on its floor', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const drawn = new Map<string, number>();
  for (const [, floor, cells] of page.matchAll(/^\| (\d+) +\| ([^|]+)\|/gm)) {
    for (const [, name] of cells!.matchAll(/`([\w-]+)`/g)) drawn.set(name!, Number(floor));
  }
  const declared = Object.entries(FLOORS).map(
    ([name, floor]) => [name.replace('@palimpsest/', ''), floor] as const,
  );
  expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(declared));
});
