import { findDirectives } from '../../src/directives/index.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync(
  new URL('../../../../docs/packages/engine/directives.md', import.meta.url),
  'utf8',
);

test('finds the README examples with their levels, and none in its counterexamples', () => {
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| [^|]+\| (.+?) +\|$/gm)];
  expect(rows).toHaveLength(5);
  for (const [, level, examples] of rows) {
    for (const [, said] of examples!.matchAll(/“(.+?)”/g))
      expect(findDirectives(said!)).toMatchObject([{ text: said, level }]);
  }
  const others = /Not directives:\n\n([^]+?)\n\n/.exec(readme)?.[1] ?? '';
  const quoted = [...others.matchAll(/“(.+?)”/g)];
  expect(quoted.length).toBeGreaterThan(8);
  for (const [, said] of quoted) expect(findDirectives(said!)).toEqual([]);
});
