import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isBuilt } from '../build/is-built.ts';

/** Creates two packages, of which `command` uses `library`, with a build that is newer than the sources. */
function createPackages() {
  const root = mkdtempSync(join(tmpdir(), 'is-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const age = (path: string, seconds: number): void =>
    utimesSync(join(root, path), seconds, seconds);
  const packages = ['command', 'library'].map((name) => {
    const folder = join(root, name);
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    mkdirSync(join(folder, 'dist'));
    for (const file of ['package.json', 'src/deep/file.ts']) {
      writeFileSync(join(folder, file), '{}');
      age(join(name, file), 100);
    }
    for (const path of ['src/deep', 'src']) age(join(name, path), 100);
    age(join(name, 'dist'), 200);
    const dependencies = name === 'command' ? { library: 'workspace:^', other: '1.0.0' } : {};
    return { folder, manifest: { name, dependencies } };
  });
  return { root, age, check: () => isBuilt('command', packages) };
}

test('a build is used when it is newer than all sources', () => {
  expect(createPackages().check()).toBe(true);
});

test.each([
  'command/src/deep/file.ts',
  'library/src/deep/file.ts',
  'library/src/deep',
  'library/package.json',
])('a build is not used when %s changed since', (path) => {
  const { age, check } = createPackages();
  age(path, 300);
  expect(check()).toBe(false);
});

test('a build is not used when one of the packages has none', () => {
  const { root, check } = createPackages();
  rmSync(join(root, 'library/dist'), { recursive: true });
  expect(check()).toBe(false);
});
