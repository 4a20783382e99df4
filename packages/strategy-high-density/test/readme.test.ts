import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { highDensitySettings } from '../src/index.ts';
import { summarized } from './compressed.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string): string =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test('the README shows the very code that runs here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(3);
  for (const name of ['use', 'optimize']) {
    expect(readme).toContain(`\`\`\`ts\n${source(name)}\`\`\``);
  }
});

test.each([
  ['use', () => import('./readme/use.ts')],
  ['optimize', () => import('./readme/optimize.ts')],
])('the code of the README prints what its comments say: %s', async (name, run) => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  await run();
  const printed = print.mock.calls.map(([value]) =>
    typeof value === 'string' ? value : inspect(value),
  );
  print.mockRestore();
  const promised = [...source(name).matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(2);
  expect(printed).toEqual(promised);
});

test('the failed test run of the README looks like this', async () => {
  const output = [
    '> vitest run',
    ...Array.from({ length: 59 }, (_, at) => ` ok ${at}`),
    'AssertionError: expected 41 to be 42',
    ' at answer.test.ts:7:9',
    'Tests 1 failed | 58 passed',
  ].join('\n');
  const { result, error } = await summarized(
    'run_shell_command',
    { command: 'npm test' },
    output,
    'Exit code 1',
  );
  expect(error).toBe('Exit code 1');
  expect(readme).toContain(`\`\`\`text\n${String(result)}\n\`\`\``);
});

test.each(highDensitySettings.map((spec) => [spec.key, spec.default] as const))(
  'the README lists %s with its default',
  (key, standard) => {
    const pattern = `^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard ?? 'unset'} `;
    expect(readme).toMatch(new RegExp(pattern, 'm'));
  },
);
