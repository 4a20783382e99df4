import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlePackage } from '../build/bundle-package.ts';
import { publishedPackages } from '../published-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'loaded-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What each built file imports statically, by package and name. */
const imports = new Map<string, readonly string[]>();

beforeAll(async () => {
  for (const { folder: source, manifest } of publishedPackages()) {
    const inside = ({ fileName }: { readonly fileName: string }): string =>
      `${manifest.name}/${fileName.slice(0, -3)}`;
    const chunks = await bundlePackage(source, join(folder, manifest.name));
    const files = new Map(chunks.map((chunk) => [chunk.fileName, inside(chunk)]));
    for (const chunk of chunks)
      imports.set(
        inside(chunk),
        chunk.imports.map((id) => files.get(id) ?? id),
      );
  }
}, 60_000);

/** Returns the files that Node loads for an entry before it runs: our own, and packages of others. */
function listLoaded(entry: string): string[] {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const id of imports.get(file) ?? []) {
      if (id.startsWith('node:')) continue;
      const isEntry = imports.has(id) || !/^(?:@palimpsest\/[^/]+|palimpsest)$/.test(id);
      loaded.add(isEntry ? id : `${id}/index`);
    }
  }
  return [...loaded];
}

// Node takes about a millisecond per file. Raise a figure only for a package that every caller needs.
test.each([
  ['palimpsest/index', 32],
  ['@palimpsest/formats/openai', 4],
  ['@palimpsest/tool-taxonomy/presets/pi', 2],
  ['@palimpsest/cli/bin', 5],
])('%s loads at most %i files', (entry, most) => {
  const loaded = listLoaded(entry);
  expect(loaded.length, loaded.join('\n')).toBeLessThanOrEqual(most);
});

test('the palimpsest package loads no package of others', () => {
  const others = listLoaded('palimpsest/index').filter((file) => !imports.has(file));
  expect(others).toEqual([]);
});

test('no source and no source map is built', () => {
  const files = globSync('**/*.*', { cwd: folder });
  expect(files.filter((file) => file.endsWith('.js'))).toHaveLength(imports.size);
  expect(files.filter((file) => !/(?:\.js|[/\\]licenses\.txt)$/.test(file))).toEqual([]);
});
