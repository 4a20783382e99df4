import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePatchPaths } from '../../src/tools/parse-patch-paths.ts';

test('finds added, updated, deleted and moved files of an apply_patch text', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: new.ts',
    '+x',
    '*** Update File: old name.ts',
    '*** Move to: moved.ts',
    '@@',
    '--- not a header',
    '+++ nor this',
    '@@',
    '*** Delete File: gone.ts',
    '*** End Patch',
  ];
  const expected = ['new.ts', 'old name.ts', 'moved.ts', 'gone.ts'];
  expect(parsePatchPaths(patch.join('\n'))).toEqual(expected);
  expect(parsePatchPaths(patch.join('\r\n'))).toEqual(expected);
});

test('finds the files of a unified diff, each once', () => {
  const diff = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts\t2024-01-01 00:00:00',
    '+++ b/src/a.ts',
    '@@ -1,2 +1,2 @@',
    '--- removed lua comment',
    '+++ added',
    ' same',
    '--- a/gone.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    'diff --git a/x b/y',
    'rename from x',
    'rename to y',
  ].join('\n');
  expect(parsePatchPaths(diff)).toEqual(['src/a.ts', 'gone.ts', 'x', 'y']);
});

test('keeps names without the usual prefixes', () => {
  expect(parsePatchPaths('--- a/x.ts\n+++ src/x.ts\n@@ @@')).toEqual(['a/x.ts', 'src/x.ts']);
  expect(parsePatchPaths('--- "a/x y"\n+++ "b/x y"\n@@ @@')).toEqual(['x y']);
});

test('returns paths that the text contains, for any text', () => {
  const line = fc.constantFrom('*** Add File: a', '--- a/b', '+++ b/b', '@@', '', 'x');
  const text = fc.oneof(
    fc.string(),
    fc.array(line).map((found) => found.join('\n')),
  );
  fc.assert(
    fc.property(text, (given) => {
      for (const path of parsePatchPaths(given)) expect(given).toContain(path);
    }),
  );
});
