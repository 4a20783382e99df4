import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('readme/use.ts', import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(2);
  expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
});

test('the code of the README prints what its comments say', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const printed = print.mock.calls.map(([value]) =>
    typeof value === 'string' ? value : inspect(value),
  );
  print.mockRestore();
  const promised = [...source.matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(4);
  expect(printed).toEqual(promised);
});
