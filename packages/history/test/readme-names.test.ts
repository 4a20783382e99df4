import { readFileSync } from 'node:fs';
import { historyInvariants, resultInvariants } from '@palimpsest/history';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every invariant', () => {
  for (const { name } of [...historyInvariants, ...resultInvariants]) {
    expect(readme).toContain(`\`${name}\``);
  }
});
