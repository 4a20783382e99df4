import { readFileSync } from 'node:fs';
import * as summarizer from '@palimpsest/summarizer';
import { expect, test, vi } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('readme/use.ts', import.meta.url), 'utf8');
const model = readFileSync(new URL('readme/model.ts', import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(3);
  for (const code of [source, model]) expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``);
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

test('the summarizer of the README asks its model', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const { summarizerFor } = await import('./readme/model.ts');
  const text = 'We met Maria on the way home, and we were all very glad that we did.';
  const asking = summarizerFor(async ({ system, user, signal }) =>
    system.includes('characters') && user.includes(text) && !signal.aborted ? 'Met Maria.' : '',
  );
  const summary = await asking.summarize({ text, budget: 40 });
  const printed = print.mock.calls;
  print.mockRestore();
  expect(summary).toEqual({ text: 'Met Maria.', entities: [], kind: 'model' });
  expect(printed).toEqual([['model', 0]]);
});

test('the README names every export, and every weight', () => {
  for (const name of Object.keys(summarizer)) expect(readme).toContain(`\`${name}`);
  for (const [name, weight] of Object.entries(summarizer.WEIGHTS))
    expect(readme).toMatch(new RegExp(`\\| \`${name}\` +\\| ${weight > 0 ? '\\+' : ''}${weight} `));
});
