import type { IContent, ToolResponseBlock } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { defaultToolTaxonomy, hasFailed } from '@palimpsest/engine/tools';
import { expect, test } from 'vitest';
import { responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

const originalId = (): string => '1f0c9a3e';

type Failure = Partial<ToolResponseBlock> & { readonly toolName: string };

/** Returns the result of a failed call as given, and reduced with target 0. */
async function leftOf(response: Failure): Promise<readonly ToolResponseBlock[]> {
  const { toolName } = response;
  const block = {
    type: 'tool_response',
    callId: 'call-1',
    result: undefined,
    ...response,
  } as const;
  const before: IContent[] = [
    ...history().human('Do it.').call(toolName, { command: 'make' }).build(),
    { speaker: 'tool', blocks: [block] },
    ...history().human('Go on.').ai('Yes.').build(),
  ];
  const once = await reduced(before, { maxTokens: 0, originalId });
  return [before, once].map((entries) => responsesOf(entries)[0]!);
}

const isFailed = (response: ToolResponseBlock): boolean =>
  hasFailed(defaultToolTaxonomy, defaultToolTaxonomy.describe(response.toolName, {}), response);

const LOG = linesOf('compiled', 12);
const SHELL = 'run_shell_command';
const CODE = `${LOG}\nexit code 1`;
const ERROR = `${LOG}\nTypeError: no gate\n${LOG}`;
const many = (count: number, text = ERROR): object[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'text', text: `${at}: ${text}` }));

/** Failed results, and what of each must remain readable. */
const FAILURES: readonly (readonly [name: string, response: Failure, said: readonly string[]])[] = [
  [
    'its error in a member of a record',
    {
      toolName: 'read_file',
      isError: true,
      result: {
        details: 'ipsum',
        error: { code: 'E42', message: 'no such table: users' },
        rows: LOG,
      },
    },
    ['no such table: users'],
  ],
  [
    'its error in a JSON text',
    {
      toolName: 'ask',
      result: JSON.stringify({ output: LOG, rows: [1, 2], error: 'no such table' }),
    },
    ['error: no such table'],
  ],
  [
    'its exit code beside its output',
    {
      toolName: SHELL,
      result: { stdout: `${LOG}\n2 failed, 58 passed`, stderr: ERROR, exitCode: 2 },
    },
    ['exitCode: 2', 'TypeError: no gate'],
  ],
  [
    'its status among rows',
    { toolName: 'ask', result: { status: 'failed', rows: LOG.split('\n'), total: 12 } },
    ['status: failed'],
  ],
  [
    'the first and the last line of its text',
    { toolName: SHELL, result: `sh: 1: gate: not found\n${LOG}\n${CODE}` },
    ['sh: 1: gate: not found', 'exit code 1'],
  ],
  [
    'the error of each of several texts',
    { toolName: 'ask', isError: true, result: many(3) },
    ['0: compiled', 'TypeError: no gate'],
  ],
];

test.each(FAILURES)('a failed result keeps %s, at every target', async (_name, response, said) => {
  const [before, once] = (await leftOf(response)) as [ToolResponseBlock, ToolResponseBlock];
  expect(isFailed(before)).toBe(true);
  expect(once).not.toEqual(before);
  const { result } = once;
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  for (const words of said) expect(text).toContain(words);
});
