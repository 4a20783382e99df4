import * as main from '@palimpsest/originals';
import * as node from '@palimpsest/originals/node';
import * as unstorage from '@palimpsest/originals/unstorage';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { mapOriginals } from './readme/own-store.ts';
import { storeContract } from './store-contract.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string): string =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

const promises = (name: string): (string | undefined)[] =>
  [...source(name).matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(([, comment]) => comment);

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(4);
  for (const name of ['use', 'stores', 'own-store']) {
    expect(readme).toContain(`\`\`\`ts\n${source(name)}\`\`\``);
  }
});

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  await import('./readme/stores.ts');
  const printed = print.mock.calls.map((values) => values.join(' '));
  print.mockRestore();
  const [list] = promises('stores');
  expect(printed).toEqual([...promises('use'), list, list]);
});

storeContract('the store of the README', () => Promise.resolve(mapOriginals(new Map())));

test('the README names every export', () => {
  for (const name of [...Object.keys(main), ...Object.keys(node), ...Object.keys(unstorage)]) {
    expect(readme).toContain(`\`${name}`);
  }
});
