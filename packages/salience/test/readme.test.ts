import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string): string =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(3);
  for (const name of ['use', 'explain'])
    expect(readme).toContain(`\`\`\`ts\n${source(name)}\`\`\``);
});

async function printed(run: () => Promise<unknown>): Promise<string[]> {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await run();
  const lines = print.mock.calls.map((values) =>
    values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '),
  );
  print.mockRestore();
  return lines;
}

test('the ranking does what the README says', async () => {
  const lines = await printed(() => import('./readme/use.ts'));
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
});

test('a choice is explained as the README says', async () => {
  const promised = /console\.log\(.*\); \/\/ (.+)/.exec(source('explain'))![1];
  expect(await printed(() => import('./readme/explain.ts'))).toEqual([promised]);
});
