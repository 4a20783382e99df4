import * as directives from '../../src/directives/index.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync(
  new URL('../../../../docs/packages/engine/directives.md', import.meta.url),
  'utf8',
);

test('the README names every export', () => {
  for (const [name, value] of Object.entries(directives)) {
    expect(readme).toContain(typeof value === 'function' ? `\`${name}(` : `\`${name}\``);
  }
});
