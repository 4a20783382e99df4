import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolvePath } from '../../src/tools/index.ts';

test.each([
  ['src/../src/foo.ts', '/w', '/w/src/foo.ts'],
  ['./a//b', '/w', '/w/a/b'],
  ['/w/src/foo.ts', '/elsewhere', '/w/src/foo.ts'],
  ['src/', '/w/', '/w/src'],
  ['', '/w/', '/w'],
  ['../../..', '/w', '/'],
  ['.github/x', '/w', '/w/.github/x'],
  ['file:///a.ts', '/w', '/w/file:/a.ts'],
  ['SRC/A.ts', '/w', '/w/SRC/A.ts'],
  ['C:\\a\\..\\b', '/w', 'C:/b'],
  ['C:/b', '/w', 'C:/b'],
  ['c:/b', '/w', 'c:/b'],
  ['src\\foo.ts', 'C:\\w', 'C:/w/src/foo.ts'],
  ['src\\foo.ts', '/w', '/w/src/foo.ts'],
  ['C:foo', 'C:\\w', 'C:/w/foo'],
  ['a:b', '/w', '/w/a:b'],
  ['D:foo', 'C:\\w', 'D:/foo'],
  ['\\foo', 'C:\\w', 'C:/foo'],
  ['\\foo', '\\\\server\\share\\w', '//server/share/foo'],
  ['\\\\server\\share\\..\\..\\x', '/w', '//server/share/x'],
  ['a', '\\\\server\\share\\w', '//server/share/w/a'],
])('%s in %s is %s', (path, root, resolved) => {
  expect(resolvePath(path, root)).toBe(resolved);
});

test('keeps a relative path relative when the root is empty', () => {
  expect(resolvePath('a/./b', '')).toBe('a/b');
  expect(resolvePath('../a', '')).toBe('../a');
  expect(resolvePath('', '')).toBe('.');
  expect(resolvePath('/a/b/', '')).toBe('/a/b');
});

const name = fc.constantFrom('a', 'B', '.', '..', '', '.x', 'x.', '...', 'ü', ' ', 'a:b');
const posixPath = fc.array(name, { maxLength: 8 }).map((names) => names.join('/'));

test('resolves POSIX paths like path.posix.resolve', () => {
  fc.assert(
    fc.property(posixPath, posixPath, (path, root) => {
      expect(resolvePath(path, `/${root}`)).toBe(posix.resolve(`/${root}`, path));
    }),
    { numRuns: 1000 },
  );
});

const windowsName = fc.constantFrom('a', 'B', '.', '..', '.x', 'x', 'ü');
const windowsPath = fc.array(windowsName, { maxLength: 8 }).map((names) => names.join('\\'));
const windowsRoot = fc.constantFrom('C:\\', 'd:\\', '\\\\server\\share\\');

test('resolves Windows paths like path.win32.resolve, with forward slashes', () => {
  const start = fc.oneof(fc.constantFrom('', '\\'), windowsRoot);
  fc.assert(
    fc.property(start, windowsPath, windowsRoot, windowsPath, (prefix, rest, drive, folder) => {
      const path = prefix + rest;
      const root = drive + folder;
      fc.pre(!(prefix === '\\' && rest.startsWith('\\')));
      // `win32.resolve` keeps a trailing slash after a share without a path.
      const expected = win32.resolve(root, path).replaceAll('\\', '/');
      expect(resolvePath(path, root).replace(/\/$/, '')).toBe(expected.replace(/\/$/, ''));
    }),
    { numRuns: 1000 },
  );
});
