import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { summarized } from './compressed.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README shows the summary of a failed test run as it is written', async () => {
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
