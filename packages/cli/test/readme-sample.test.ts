import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

const session = fileURLToPath(new URL('../../../examples/session.json', import.meta.url));

/** Returns the rows without the duration. */
function rowsOf(text: string): string[] {
  const rows = text.trim().split('\n');
  return rows.filter((line) => !/^ +time /.test(line));
}

test('prints the report in the README for the recorded session', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, shown] = /```text\n([^]*?)```/.exec(readme)!;
  const { stderr } = await run(['compress', session, '-r', '0.3', '-o', '/dev/null']);
  expect(rowsOf(stderr)).toEqual(rowsOf(shown!));
});
