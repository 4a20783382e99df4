import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { modelSettings } from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const use = readFileSync(new URL('readme/use.ts', import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(2);
  expect(readme).toContain(`\`\`\`ts\n${use}\`\`\``);
});

test('the code does what the README says', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme/use.ts');
  const lines = print.mock.calls.map(([line]) => String(line));
  print.mockRestore();
  expect(lines[0]).toBe('asked in 3 entries');
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
});

test('the README names every setting with its default', () => {
  for (const { key, default: usual } of modelSettings) {
    const shown = typeof usual === 'number' ? usual.toLocaleString('en') : `"${usual}"`;
    expect(readme).toMatch(new RegExp(`\\| \`${key}\` +\\| ${shown} +\\|`));
  }
});
