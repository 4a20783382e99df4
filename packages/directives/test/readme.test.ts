import * as directives from '@palimpsest/directives';
import { readFileSync } from 'node:fs';
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
  const printed = print.mock.calls.map(([value]) => String(value));
  print.mockRestore();
  const promised = [...source.matchAll(/(?:^|; )\/\/ (.+)$/gm)].map(([, comment]) => comment);
  expect(promised).toHaveLength(5);
  expect(printed).toEqual(promised);
});

test('the examples of the README are found with the force it gives them, and the others are not', () => {
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| [^|]+\| (.+?) +\|$/gm)];
  expect(rows).toHaveLength(5);
  for (const [, force, examples] of rows) {
    for (const [, said] of examples!.matchAll(/“(.+?)”/g))
      expect(directives.findDirectives(said!)).toMatchObject([{ text: said, force }]);
  }
  const others = /Not directives:\n\n([^]+?)\n\n/.exec(readme)?.[1] ?? '';
  const quoted = [...others.matchAll(/“(.+?)”/g)];
  expect(quoted.length).toBeGreaterThan(8);
  for (const [, said] of quoted) expect(directives.findDirectives(said!)).toEqual([]);
});

test('the README names every export', () => {
  for (const name of Object.keys(directives)) expect(readme).toContain(`\`${name}(`);
});
