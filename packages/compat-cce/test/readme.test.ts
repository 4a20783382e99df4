import { readFileSync } from 'node:fs';
import * as compat from '@palimpsest/compat-cce';
import { expect, test, vi } from 'vitest';
import { codingAssistant } from './coding-assistant.ts';
import { errorOf } from './error-of.ts';
import { shorten } from './readme/with-a-model.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');
const source = read('readme/use.ts');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(3);
  for (const code of [source, read('readme/with-a-model.ts')]) {
    expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``);
  }
});

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const printed = print.mock.calls.map(([value]) => String(value));
  print.mockRestore();
  const promised = [...source.matchAll(/(?:^|; )\/\/ (.+)$/gm)].map(([, comment]) => comment);
  expect(promised).toHaveLength(2);
  expect(printed).toEqual(promised);
});

test('the code with a model does nothing to what fits', async () => {
  await expect(shorten(codingAssistant)).resolves.toEqual(codingAssistant);
});

test('the README names every export and every option', () => {
  const { message } = errorOf(() => compat.compress([], { unknown: true } as never));
  const options = /accepted are (.+)\.$/.exec(message)![1]!.split(', ');
  expect(options).toHaveLength(13);
  for (const name of Object.keys(compat)) expect(readme).toContain(`\`${name}`);
  for (const name of options) expect(readme).toContain(`\n| \`${name}\` `);
});
