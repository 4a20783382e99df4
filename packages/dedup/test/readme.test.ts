import { readFileSync } from 'node:fs';
import * as dedup from '@palimpsest/dedup';
import { expect, test, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');
const snippets = [
  { source: read('readme/use-duplicates.ts'), run: () => import('./readme/use-duplicates.ts') },
  { source: read('readme/use-inclusions.ts'), run: () => import('./readme/use-inclusions.ts') },
];

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(1 + snippets.length);
  for (const { source } of snippets) expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
});

test.each(snippets)('the code of the README prints what its comments say', async (snippet) => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await snippet.run();
  const printed = print.mock.calls.map(([value]) => String(value));
  print.mockRestore();
  const promised = Array.from(
    snippet.source.matchAll(/console\.log\(.*\); \/\/ (.+)/g),
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(2);
  expect(printed).toEqual(promised);
});

test('the README names every export', () => {
  for (const name of Object.keys(dedup)) expect(readme).toContain(`\`${name}`);
});
