import { readFileSync } from 'node:fs';
import * as coreTypes from '@palimpsest/core-types';
import { expect, test, vi } from 'vitest';
import { keepNewest } from './readme/keep-newest.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string) =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test.each(['use', 'keep-newest'])('the README shows the very code that runs here: %s', (name) => {
  expect(readme).toContain(`\`\`\`ts\n${source(name)}\`\`\``);
});

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const printed = print.mock.calls.map(([value]) => String(value));
  print.mockRestore();
  const promised = [...source('use').matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(5);
  expect(printed).toEqual(promised);
});

test('the strategy of the README answers in both ways', async () => {
  const entry = { speaker: 'human', blocks: [{ type: 'text', text: 'x' }] } as const;
  const context = {
    runtimeContext: { ephemerals: {} },
    estimateTokens: () => 0,
    currentTokenCount: 0,
  };
  const applied = await keepNewest.compress({ ...context, history: [entry, { ...entry }] });
  expect(applied).toMatchObject({ kind: 'applied', newHistory: [entry] });
  const idle = await keepNewest.compress({ ...context, history: [entry] });
  expect(idle).toMatchObject({ kind: 'noop', reason: 'tail-covers-all' });
});

test('the README names everything that is more than a type', () => {
  for (const name of Object.keys(coreTypes)) expect(readme).toContain(`\`${name}\``);
});

test('no dependency', () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { dependencies: object };
  expect(manifest.dependencies).toEqual({});
});
