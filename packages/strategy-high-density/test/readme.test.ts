import { readFileSync } from 'node:fs';
import { history, testContext } from '@palimpsest/testing';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';
import { highDensitySettings } from '../src/settings.ts';
import { summarized } from './compressed.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each(
  highDensitySettings.map((spec) => [spec.key, 'default' in spec ? spec.default : 'unset']),
)('the README lists %s with its default', (key, standard) => {
  const pattern = `^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard} `;
  expect(readme).toMatch(new RegExp(pattern, 'm'));
});

test('the README shows the summary of a failed test run', async () => {
  const passed = Array.from({ length: 59 }, (_, at) => ` ok ${at}`);
  const failed = [
    'AssertionError: expected 41 to be 42',
    ' at answer.test.ts:7:9',
    'Tests 1 failed | 58 passed',
  ];
  const { result, error } = await summarized(
    'run_shell_command',
    { command: 'npm test' },
    ['> vitest run', ...passed, ...failed].join('\n'),
    'Exit code 1',
  );
  expect(error).toBe('Exit code 1');
  expect(readme).toContain(`\`\`\`text\n${String(result)}\n\`\`\``);
});

test('uses the tool taxonomy of the services', async () => {
  const toolTaxonomy = {
    ...defaultToolTaxonomy,
    describe: (name: string, parameters: unknown) => ({
      ...defaultToolTaxonomy.describe(name, parameters),
      key: 'page a',
    }),
  };
  const before = history().call('fetch_page').result('x'.repeat(400)).ai('So.').build();
  const strategy = highDensity.create({
    toolTaxonomy,
    settings: () => ({}),
    strategy: () => strategy,
  });
  expect(await strategy.compress(testContext(before))).toMatchObject({
    kind: 'applied',
    newHistory: [{}, { blocks: [{ result: '[fetch_page page a: done, 400 chars]' }] }, {}],
  });
});
