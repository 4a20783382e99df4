import { readFileSync } from 'node:fs';
import { historyInvariants, resultLaws } from '@palimpsest/history';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every invariant and every law', () => {
  for (const { name } of [...historyInvariants, ...resultLaws]) {
    expect(readme).toContain(`\`${name}\``);
  }
});
