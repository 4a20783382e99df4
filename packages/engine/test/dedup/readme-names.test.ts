import { readFileSync } from 'node:fs';
import * as dedup from '../../src/dedup/index.ts';
import { expect, test } from 'vitest';

const readme = readFileSync(
  new URL('../../../../docs/packages/engine/dedup.md', import.meta.url),
  'utf8',
);

test('the README names every export', () => {
  for (const name of Object.keys(dedup)) expect(readme).toContain(`\`${name}`);
});
