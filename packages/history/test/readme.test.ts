import { readFileSync } from 'node:fs';
import { historyInvariants, resultLaws } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { shrink } from './readme/use.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  const source = readFileSync(new URL('readme/use.ts', import.meta.url), 'utf8');
  expect(readme.split('```ts\n')).toHaveLength(2);
  expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
});

test('the code of the README gives up an old exchange and breaks no law', async () => {
  const before = history()
    .human('first')
    .call('Read', { path: 'a.ts' })
    .result('a line of the file\n'.repeat(50))
    .ai('Done.')
    .human('second')
    .ai('Yes.')
    .build();
  const { after, broken } = await shrink(before, 150);
  expect(after).toEqual([before[0], ...before.slice(3)]);
  expect(broken).toEqual([]);
});

test('the README names every invariant and every law', () => {
  for (const { name } of [...historyInvariants, ...resultLaws]) {
    expect(readme).toContain(`\`${name}\``);
  }
});
