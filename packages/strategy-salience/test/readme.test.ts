import { readFileSync } from 'node:fs';
import { gapMarker, gapNote } from '@palimpsest/core-types';
import { expect, test, vi } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const use = readFileSync(new URL('readme/use.ts', import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(2);
  expect(readme).toContain(`\`\`\`ts\n${use}\`\`\``);
});

test('the strategy does what the README says', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const lines = print.mock.calls.map(([line]) => String(line));
  print.mockRestore();
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
  expect(lines).toHaveLength(5);
});

test('the README shows marks as they are written', () => {
  expect(readme).toContain(`\`${gapMarker(21)}\``);
  const begin = /`(\[Shortened: .*?)…\]`/.exec(readme)![1]!;
  expect(gapNote().startsWith(begin)).toBe(true);
  expect(gapNote({ canRecall: true }).startsWith(begin.slice(0, 20))).toBe(true);
});
