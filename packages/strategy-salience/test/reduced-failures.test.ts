import type { IContent, ToolResponseBlock } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { defaultToolTaxonomy, hasFailed } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';
import { reloaded, responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

const originalId = (): string => '1f0c9a3e';

type Failure = Partial<ToolResponseBlock> & { readonly toolName: string };

/** Returns the result of a failed call as given, and after one and two compressions with target 0. */
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
  const options = { maxTokens: 0, originalId };
  const once = await reduced(before, options);
  const again = await reduced(reloaded(once), options);
  return [before, once, again].map((entries) => responsesOf(entries)[0]!);
}

const isFailed = (response: ToolResponseBlock): boolean =>
  hasFailed(defaultToolTaxonomy, defaultToolTaxonomy.describe(response.toolName, {}), response);

const LOG = linesOf('compiled', 12);
const SHELL = 'run_shell_command';
const DATA = `UklGRiQIAABXQVZF${'hbGxvIHdvcmxkQ29'.repeat(20)}`;
const PICTURE = { type: 'image', mimeType: 'image/webp', data: DATA };
const CODE = `${LOG}\nexit code 1`;
const ERROR = `${LOG}\nTypeError: no gate\n${LOG}`;
const NOT_FOUND = `sh: 1: ${'gate '.repeat(50)}: not found`;
const many = (count: number, text = ERROR): object[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'text', text: `${at}: ${text}` }));

/** Failed results, and the text of each that must remain readable. */
const FAILURES: readonly (readonly [name: string, response: Failure, said: string])[] = [
  [
    'that names its error in a record of a JSON text over several lines',
    {
      toolName: 'read_file',
      isError: true,
      result: JSON.stringify(
        { details: 'ipsum', error: { code: 'E42', message: 'no such table: users' }, rows: LOG },
        undefined,
        2,
      ),
    },
    'no such table: users',
  ],
  [
    'that names its error far back in a JSON text over several lines',
    {
      toolName: 'read_file',
      isError: true,
      result: JSON.stringify(
        { hint: 'it failed', log: LOG, error: 'ENOENT', rows: LOG },
        undefined,
        2,
      ),
    },
    'ENOENT',
  ],
  [
    'that says in a member beside it the same',
    { toolName: SHELL, result: { content: [CODE], log: { stdout: CODE } } },
    'exit code 1"]',
  ],
  [
    'that says in the first and in another of several texts how it ended',
    { toolName: SHELL, result: { stdout: [CODE, CODE, LOG], exitCode: 0 } },
    'exit code 1',
  ],
  [
    'that says in the last of several texts how it ended',
    { toolName: SHELL, result: { output: [ERROR, LOG, CODE] } },
    'exit code 1',
  ],
  [
    'that is a list of one error',
    { toolName: SHELL, result: [`Error: ${'no gate '.repeat(90)}`] },
    'Error: no gate',
  ],
  [
    'that is known by its first line, not by its error',
    {
      toolName: 'ask',
      result: { output: `Traceback (most recent call last):\n${ERROR}`, total: 3 },
    },
    'TypeError: no gate',
  ],
  [
    'that is known by its first line behind blank ones',
    {
      toolName: 'replace',
      result: { output: `\n\nNo replacement was performed\n${ERROR}`, total: 3 },
    },
    'TypeError: no gate',
  ],
  [
    'that is known by a long line',
    { toolName: SHELL, result: { output: `${NOT_FOUND}\n${ERROR}`, total: 3 } },
    ': not found',
  ],
  [
    'that is known by the complaint of one text, beside the exit code of another',
    { toolName: SHELL, result: [`sh: 1: gate: not found\n${ERROR}`, CODE, LOG] },
    'sh: 1: gate: not found',
  ],
  [
    'with more texts than are looked at, deeper than the one that tells',
    { toolName: SHELL, result: { content: many(9), rows: [], stdout: CODE } },
    'exit code 1',
  ],
  [
    'of many parts, with a record that is short once it is reduced',
    {
      toolName: 'ask',
      isError: true,
      result: {
        content: many(7),
        structuredContent: { gate: { status: 'failed', rows: LOG.split('\n') }, output: ERROR },
      },
    },
    '"status":"failed"',
  ],
  [
    'of several parts, the first with no room for an id',
    {
      toolName: 'ask',
      isError: true,
      result: [
        [
          {
            type: 'text',
            text: 'one\ntwo two two two\nError: no gate is open today\nend of it all',
          },
          PICTURE,
        ],
        many(1),
      ],
    },
    'one\\n…1',
  ],
  [
    'with a short record that got an id',
    {
      toolName: 'ask',
      isError: true,
      result: {
        content: [{ type: 'text', text: 'ok' }],
        structuredContent: { isError: true, rows: [], shot: `![](data:image/webp;base64,${DATA})` },
      },
    },
    '"isError":true',
  ],
  [
    'that is JSON on several lines and short without its base64',
    { toolName: 'ask', result: JSON.stringify({ data: DATA, success: false }, undefined, 2) },
    '"success": false',
  ],
];

test.each(FAILURES)(
  'a failure %s stays a failure when it is reduced, and a second run changes nothing',
  async (_name, response, said) => {
    const [before, once, again] = (await leftOf(response)) as [
      ToolResponseBlock,
      ToolResponseBlock,
      ToolResponseBlock,
    ];
    expect(isFailed(before)).toBe(true);
    expect(once).not.toEqual(before);
    expect(isFailed(once)).toBe(true);
    const { result } = once;
    expect(typeof result === 'string' ? result : JSON.stringify(result)).toContain(said);
    expect(again).toEqual(once);
  },
);

test('keeps a failure whole if it is short JSON on several lines', async () => {
  const result = '{\n  "error": "ENOENT: no such file",\n  "output": ""\n}';
  const [before, once] = await leftOf({ toolName: 'read_file', result });
  expect(isFailed(before!)).toBe(true);
  expect(once).toEqual(before);
});

test.each([
  ['a text', 'no such table: users'],
  ['a record', { code: 'E42', message: 'no such table: users' }],
])(
  'a failed JSON result on one long line keeps its error, which is %s at the end',
  async (_name, error) => {
    const result = JSON.stringify({ output: LOG.repeat(3), rows: [1, 2], error });
    const [, once, again] = await leftOf({ toolName: 'ask', isError: true, result });
    expect(once!.result).toContain('no such table: users');
    expect((once!.result as string).length).toBeLessThan(700);
    expect(again).toEqual(once);
  },
);
