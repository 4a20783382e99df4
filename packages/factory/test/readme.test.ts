import { readFileSync } from 'node:fs';
import { SETTING_SPECS } from '@palimpsest/factory';
import { history, testContext } from '@palimpsest/testing';
import { expect, test, vi } from 'vitest';
import { registry } from './readme/register.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string) =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test.each(['use', 'forget-thinking', 'register'])(
  'the README shows the very code that runs here: %s',
  (name) => {
    expect(readme).toContain(`\`\`\`ts\n${source(name)}\`\`\``);
  },
);

test('the README shows no other code', () => {
  expect(readme.split('```ts\n')).toHaveLength(4);
});

test('a strategy registers in five lines', () => {
  expect(source('register').trimEnd().split('\n')).toHaveLength(5);
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

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const printed = print.mock.calls.map(([value]) => String(value));
  print.mockRestore();
  const promised = [...source('use').matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(3);
  expect(printed).toEqual(promised);
});

test.each(SETTING_SPECS.map((spec) => [spec.key, spec.default] as const))(
  'the README lists %s with its default',
  (key, standard) => {
    expect(readme).toMatch(
      new RegExp(`^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard ?? 'unset'} `, 'm'),
    );
  },
);
