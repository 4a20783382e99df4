import { readFileSync } from 'node:fs';
import { history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { registry } from './readme/register.ts';

test('a strategy registers in five lines', () => {
  const source = readFileSync(new URL('readme/register.ts', import.meta.url), 'utf8');
  expect(source.trimEnd().split('\n')).toHaveLength(5);
  expect(registry.names()).toEqual(['forget-thinking']);
});

test('the strategy of the README forgets old reasoning and nothing else', async () => {
  const before = history()
    .human('Read it')
    .call('read_file', { path: 'a.ts' }, { thought: 'I need the file.' })
    .result('text')
    .human('Again')
    .call('read_file', { path: 'a.ts' }, { thought: 'Once more.' })
    .result('text')
    .build();
  const strategy = registry.resolve('forget-thinking');
  const result = await strategy.compress(testContext(before));
  const [, call] = before;
  expect(result).toMatchObject({
    kind: 'applied',
    newHistory: before.with(1, { ...call!, blocks: call!.blocks.slice(1) }),
  });
  const again = await strategy.compress(testContext(before.slice(3)));
  expect(again).toMatchObject({ kind: 'noop', reason: 'nothing-removable' });
});
