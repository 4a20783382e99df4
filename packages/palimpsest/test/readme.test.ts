import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string): string =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test.each(['use', 'restore', 'recall', 'register', 'forget-thinking'])(
  'the README shows the very code of %s',
  (name) => {
    expect(readme).toContain(`\`\`\`ts\n${source(name)}\`\`\``);
  },
);

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  await import('./readme/restore.ts');
  await import('./readme/recall.ts');
  await import('./readme/register.ts');
  const printed = print.mock.calls.map((values) => values.join(' '));
  print.mockRestore();
  const promised = ['use', 'restore', 'recall'].flatMap((name) =>
    [...source(name).matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(([, comment]) => comment),
  );
  expect(promised.length).toBeGreaterThan(0);
  expect(printed).toEqual(promised);
});
