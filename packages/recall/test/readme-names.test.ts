import * as recall from '@palimpsest/recall';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export', () => {
  for (const name of Object.keys(recall)) expect(readme).toContain(`\`${name}`);
});
