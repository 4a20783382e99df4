import { readFileSync } from 'node:fs';
import * as text from '../../src/text/index.ts';
import { expect, test } from 'vitest';

const readme = readFileSync(
  new URL('../../../../docs/packages/engine/text.md', import.meta.url),
  'utf8',
);

test('the README names every export', () => {
  for (const name of Object.keys(text)) expect(readme).toContain(`\`${name}(`);
});
