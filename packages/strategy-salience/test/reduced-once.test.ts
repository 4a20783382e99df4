import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { reloaded, responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';

test('recognizes a failed test run by its total line, not by a line that contains the same word', async () => {
  const result = [
    'INFO started',
    `--- FAIL: TestLock (${'0'.repeat(200)}s)`,
    `panic: ${'lock '.repeat(60)}`,
    'FAIL',
    '[test] ERROR task failed',
  ].join('\n');
  const before = history()
    .human('Test.')
    .call('run_shell_command', { command: 'go test ./... 2>&1 | tail' })
    .result(result)
    .human('And now?')
    .ai('Done.')
    .build();
  const once = responsesOf(await reduced(before, { maxTokens: 1 }))[0]!;
  expect(once.result).toMatch(/\nFAIL\n/);
  const again = await reduced(reloaded(await reduced(before, { maxTokens: 1 })), {
    maxTokens: 1,
  });
  expect(responsesOf(again)).toEqual([once]);
});
