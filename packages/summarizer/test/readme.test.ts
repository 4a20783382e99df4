import { readFileSync } from 'node:fs';
import * as summarizer from '@palimpsest/summarizer';
import { expect, test, vi } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('readme/use.ts', import.meta.url), 'utf8');
const own = readFileSync(new URL('readme/own.ts', import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(3);
  for (const code of [source, own]) expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``);
});

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const printed = print.mock.calls.map(([value]) => String(value));
  print.mockRestore();
  const promised = [...source.matchAll(/(?:^|; )\/\/ (.+)$/gm)].map(([, comment]) => comment);
  expect(promised).toHaveLength(3);
  expect(printed).toEqual(promised);
});

test('a summarizer of your own answers in the same shape', async () => {
  const { createModelSummarizer } = await import('./readme/own.ts');
  const model = createModelSummarizer(async (prompt) => prompt.slice(-6));
  expect(await model.summarize({ text: 'It met Maria.', budget: 9 })).toEqual({
    text: 'Maria.',
    entities: [],
    kind: 'model',
  });
  expect(
    await createModelSummarizer(async () => '').summarize({ text: 'It met Maria.', budget: 20 }),
  ).toEqual({ text: 'It met Maria.', entities: [], kind: 'prose' });
});

test('the README names every export, and every weight', () => {
  for (const name of Object.keys(summarizer)) expect(readme).toContain(`\`${name}`);
  for (const [name, weight] of Object.entries(summarizer.WEIGHTS))
    expect(readme).toMatch(new RegExp(`\\| \`${name}\` +\\| ${weight > 0 ? '\\+' : ''}${weight} `));
});
