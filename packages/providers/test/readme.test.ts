import { readFileSync } from 'node:fs';
import * as providers from '@palimpsest/providers';
import { expect, test, vi } from 'vitest';
import { CONNECTION_OPTIONS } from '../src/options/connection-options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const snippet = (name: string) =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  const shown = readme
    .split('```ts\n')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('```')));
  expect(shown).toEqual(['use', 'own'].map(snippet));
});

test.each([
  ['use', 2, () => import('./readme/use.ts')],
  ['own', 1, () => import('./readme/own.ts')],
] as const)('the code of "%s" prints what its comments say', async (name, count, run) => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await run();
  const printed = print.mock.calls.map((values) => values.join(' '));
  print.mockRestore();
  const promised = [...snippet(name).matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(count);
  expect(printed).toEqual(promised);
});

test('the README names every export and every option', () => {
  for (const name of [...Object.keys(providers), ...CONNECTION_OPTIONS, 'maxTokensField']) {
    expect(readme).toContain(`\`${name}\``);
  }
});
