import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the package has no dependency', () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { dependencies: object };
  expect(manifest.dependencies).toEqual({});
});
