import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { extractiveSettings } from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = (name: string): string =>
  readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');

test('the README shows the very code that runs or is compiled here, and no other', () => {
  expect(readme.split('```ts\n')).toHaveLength(4);
  for (const name of ['use', 'pipeline', 'summarizer'])
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

test('the strategy does what the README says', async () => {
  const lines = await printed(() => import('./readme/use.ts'));
  const promised = [...source('use').matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(
    ([, comment]) => comment,
  );
  expect(promised).toHaveLength(2);
  expect(lines).toEqual(promised);
  expect(readme).toContain(`\`\`\`text\n${lines[0]}`);
});

test('the pipeline does what the README says', async () => {
  const lines = await printed(() => import('./readme/pipeline.ts'));
  expect(lines).toHaveLength(2);
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
});

test('a summarizer of your own can be written as the README says', async () => {
  vi.stubGlobal('askModel', () => Promise.resolve('short'));
  const { strategy } = await import('./readme/summarizer.ts');
  vi.unstubAllGlobals();
  expect(strategy.name).toBe('extractive');
});

test.each(extractiveSettings.map((spec) => [spec.key, spec.default] as const))(
  'the README lists %s with its default',
  (key, standard) => {
    const pattern = `^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard} `;
    expect(readme).toMatch(new RegExp(pattern, 'm'));
  },
);
