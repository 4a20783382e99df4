import { recallIdOf, type IContent, type ToolResponseBlock } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { reloaded, responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

const originalId = (): string => '1f0c9a3e';
const PICTURE = `![shot](data:image/png;base64,${'aGVsbG8gd29ybGQ'.repeat(20)})`;

function answered(response: Partial<ToolResponseBlock>): IContent[] {
  const { toolName = 'read_file' } = response;
  const block = { type: 'tool_response', callId: 'call-1', toolName } as const;
  return [
    ...history().human('What is there?').call(toolName, { path: 'a.ts' }).build(),
    { speaker: 'tool', blocks: [{ ...block, result: undefined, ...response }] },
    ...history().human('Go on.').ai('Yes.').build(),
  ];
}

/** Returns the result after one and after two compressions at a minimal target. */
async function leftOf(response: Partial<ToolResponseBlock>): Promise<readonly unknown[]> {
  const options = { maxTokens: 1, originalId };
  const once = await reduced(answered(response), options);
  const again = await reduced(reloaded(once), options);
  return [once, again].map((entries) => responsesOf(entries)[0]!.result);
}

test.each([
  ['a record', { output: PICTURE, error: null }],
  ['a record in a record', { output: { result: PICTURE } }],
  ['a record around a text', { value: PICTURE }],
])(
  'a second compression does not change %s that is short without its base64',
  async (_name, result) => {
    const [once, again] = await leftOf({ result });
    expect(JSON.stringify(once)).toContain('![shot]([image/png, ');
    expect(recallIdOf(once)).toBe('1f0c9a3e');
    expect(again).toEqual(once);
  },
);

test('searches the strings of a failed record for error words, not its numbers', async () => {
  const result = {
    ratio: -1.133773994006e-312,
    ' ': ',',
    log: '      0',
    rows: Array.from({ length: 40 }, () => 100),
  };
  const [once, again] = await leftOf({ result, error: 'ENOENT' });
  expect(once).not.toHaveProperty('ratio');
  expect(once).toHaveProperty('log');
  expect(again).toEqual(once);
});

test('keeps repeated text of a failed record at the outermost place', async () => {
  const log = linesOf('compiled', 12);
  const result = { output: { stdout: log, rows: [] }, log };
  const [once, again] = await leftOf({ result, isError: true });
  expect(once).not.toHaveProperty('output');
  expect(once).toHaveProperty('log');
  expect(again).toEqual(once);
});

test('the parts of a failed result share the space for error lines', async () => {
  const said = `${'first word '.repeat(30)}\nerror: ${'reason '.repeat(40)}\n${'last word '.repeat(30)}`;
  const parts = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({ type: 'text', text: `${at}: ${said}` }));
  for (const count of [2, 3]) {
    const [once, again] = await leftOf({ result: parts(count), isError: true });
    const text = JSON.stringify(once);
    expect(text.length).toBeLessThan(1_200);
    expect(text.match(/error: reason/g)).toHaveLength(count);
    expect(again).toEqual(once);
  }
});

test('keeps the words that mark a record as failed, wherever they are', async () => {
  const stdout = `${linesOf('compiled', 12)}\nexit code 1\n${linesOf('cleaned', 12)}`;
  const result = { output: { stdout, rows: [] }, log: linesOf('compiled', 12) };
  const [once, again] = await leftOf({ toolName: 'run_shell_command', result });
  expect(JSON.stringify(once)).toContain('exit code 1');
  expect(again).toEqual(once);
});

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
