import { describe, expect, test } from 'vitest';
import { compareResults, RESULT_RULES, type ResultRule } from '../src/checker/compare-results.ts';
import { toolResults } from '../src/checker/tool-results.ts';

const PNG = `iVBORw0KGgoAAAANSUhEUgAABAAAAAMA${'k9Zq1xT7'.repeat(60)}AA==`;
const text = { type: 'text', text: 'The page has a form.' };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };

function anthropic(content: unknown, others: object = {}): object[] {
  return [
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content, ...others }] },
  ];
}

function gemini(response: unknown): object[] {
  return [{ role: 'user', parts: [{ functionResponse: { id: '1', name: 'Bash', response } }] }];
}

function called(name: string, content: string): object[] {
  const call = { type: 'tool_use', id: '1', name, input: {} };
  return [{ role: 'assistant', content: [call] }, ...anthropic(content)];
}

const inText = (data: string): string =>
  JSON.stringify([{ inlineData: { mimeType: 'image/png', data } }]);

const record = {
  stdout: 'many lines',
  stderr: 'ENOENT: no such file',
  exitCode: 1,
  rows: [1, 2, 3],
};

const BROKEN: readonly (readonly [string, ResultRule, object[], object[]])[] = [
  [
    'a picture is cut in its place',
    'media-cut',
    anthropic([text, image]),
    anthropic([text, { ...image, source: { ...image.source, data: `${PNG.slice(0, 60)}…` } }]),
  ],
  [
    'a list is written as JSON text, its picture cut',
    'media-cut',
    anthropic([text, image]),
    anthropic(
      `[{"type":"image","source":{"media_type":"image/png","data":"${PNG.slice(0, 90)}"}},…1]`,
    ),
  ],
  [
    'bytes in a text are cut',
    'media-cut',
    anthropic(`Here:\n${PNG}\nDone.`),
    anthropic(`Here:\n${PNG.slice(0, 200)}…`),
  ],
  [
    'an address of data is cut',
    'media-cut',
    [{ role: 'user', content: `![x](data:image/png;base64,${PNG})` }],
    [{ role: 'user', content: `![x](data:image/png;base64,${PNG.slice(0, 120)}…` }],
  ],
  ['a picture is gone', 'media-unreported', anthropic([text, image]), anthropic([text])],
  ['a list becomes a text', 'kind-kept', anthropic([text]), anthropic('[Bash: success, 1 item]')],
  ['a record becomes a text', 'kind-kept', gemini(record), gemini({ output: '[Bash: error]' })],
  ['a member is gone', 'members-counted', gemini(record), gemini({ stdout: 'many lines', '…': 2 })],
  [
    'a placeholder stands for a picture with other words beside it',
    'members-counted',
    gemini({ output: { type: 'image', mimeType: 'image/png', data: PNG } }),
    gemini({ output: { type: 'text', text: '[image/png, 384 bytes]', media: 'some words' } }),
  ],
  ['an element is gone', 'members-counted', gemini({ a: [1, 2, 3] }), gemini({ a: [1, '…1'] })],
  [
    'a failure is none any more',
    'failure-kept',
    anthropic('no', { is_error: true }),
    anthropic('[Bash: error]'),
  ],
  [
    'the error of a record is gone',
    'failure-kept',
    gemini(record),
    gemini({ stdout: 'many lines', exitCode: 1, '…': 2 }),
  ],
  [
    'the error of a command that answers in JSON is gone',
    'failure-kept',
    called('Bash', '{"error":"ENOENT","retries":0,"stdout":"many lines"}'),
    called('Bash', '[Bash: success, 1 line]'),
  ],
];

const genkit = (output: string): object[] => [
  { role: 'tool', content: [{ toolResponse: { name: 'read_file', output } }] },
];

const LAWFUL: readonly (readonly [string, object[], object[]])[] = [
  ['everything stays', anthropic([text, image]), anthropic([text, image])],
  [
    'a placeholder stands for a picture',
    anthropic([text, image]),
    anthropic([text, { type: 'text', text: '[image/png, 384 bytes, #1f0c9a3e]' }]),
  ],
  ['a result is gone with its call', anthropic([text, image]), []],
  [
    'members are counted',
    gemini(record),
    gemini({ stderr: 'ENOENT: no such file', rows: [1, '…2'], '…': 2 }),
  ],
  [
    'a line stands for a list, in a list',
    anthropic([text, text]),
    anthropic([{ type: 'text', text: '[Bash: success, 2 items]' }]),
  ],
  [
    'a placeholder stands for a picture in a member, with all its members',
    gemini({ screenshot: { type: 'image', mimeType: 'image/png', data: PNG }, tabs: 2 }),
    gemini({ screenshot: { type: 'text', text: '[image/png, 384 bytes]' }, tabs: 2 }),
  ],
  [
    'a placeholder stands for a picture, and one in a member for the picture beside it',
    gemini({ output: { type: 'image', mimeType: 'image/png', data: PNG } }),
    gemini({ output: { type: 'text', text: '[image/png, 384 bytes]', media: '[image/gif]' } }),
  ],
  [
    'a text ends in a short picture that begins as a long one does (`pnpm fuzz --seed 20261203 --case 57182`)',
    [{ role: 'user', content: [image] }, ...anthropic(inText(PNG.slice(0, 64)))],
    [
      { role: 'user', content: [image] },
      ...anthropic(`[truncated — 100 chars: ${inText(PNG.slice(0, 64)).slice(0, 90)}]`),
    ],
  ],
  [
    'a placeholder stands for bytes in their place',
    gemini({ rows: [{ mimeType: 'image/png', data: PNG }] }),
    gemini({ rows: [{ mimeType: 'image/png', data: '[image/png, 384 bytes]' }] }),
  ],
  [
    'a file that was read has a member named error',
    called('read_file', '{"error":"ENOENT","retries":0,"stdout":"many lines"}'),
    called('read_file', '[read_file: success, 1 line]'),
  ],
  ...['Read', 'read_many_files'].map((tool): [string, object[], object[]] => [
    `a file that ${tool} shows has members of a failed command`,
    called(tool, '{"exit_code":1,"stdout":"","stderr":"sh: 1: foo: not found"}'),
    called(tool, `[${tool}: success, 60 chars]`),
  ]),
  [
    'a file that read_file shows has members of a failed command, in Genkit without a ref',
    genkit('{"exit_code":1,"stdout":"","stderr":"sh: 1: foo: not found"}'),
    genkit('[read_file: success, 60 chars]'),
  ],
  [
    'a picture stands whole in a JSON text of which the end is cut',
    gemini({ error: JSON.stringify({ mimeType: 'image/png', data: PNG, note: 'x' }) }),
    gemini({ error: JSON.stringify({ mimeType: 'image/png', data: PNG, note: 'x' }).slice(0, -5) }),
  ],
  [
    'a member that counts what is gone is a marker, also where a text looked like one',
    gemini({ data: { output: '…', page: `![x](data:image/png;base64,${PNG})` } }),
    gemini({ '…': 1 }),
  ],
];

describe('results before and after', () => {
  test.each(BROKEN)('%s: reported as %s', (_name, rule, before, after) => {
    expect(compareResults(before, after).map((problem) => problem.rule)).toContain(rule);
  });

  test.each(LAWFUL)('%s: not reported', (_name, before, after) => {
    expect(compareResults(before, after)).toEqual([]);
  });

  test('have an example for every rule', () => {
    expect(new Set(BROKEN.map(([, rule]) => rule))).toEqual(new Set(Object.keys(RESULT_RULES)));
  });

  test.each<[string, object]>([
    ['openai', { role: 'tool', tool_call_id: '1', content: 'x' }],
    ['anthropic', anthropic('x')[0]!],
    ['gemini', gemini({ output: 'x' })[0]!],
    ['openai-responses', { type: 'function_call_output', call_id: '1', output: 'x' }],
    [
      'openai-agents',
      { type: 'function_call_result', callId: '1', output: { type: 'text', text: 'x' } },
    ],
    ['genkit', { role: 'tool', content: [{ toolResponse: { ref: '1', name: 'a', output: 'x' } }] }],
    ['pi', { role: 'toolResult', toolCallId: '1', content: 'x' }],
    [
      'icontent',
      { speaker: 'tool', blocks: [{ type: 'tool_response', callId: '1', result: 'x' }] },
    ],
    [
      'ai-sdk',
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: '1', output: { type: 'text', value: 'x' } }],
      },
    ],
    ['langchain', { type: 'tool', tool_call_id: '1', content: 'x' }],
    ['claude-code', { type: 'user', message: anthropic('x')[0]! }],
    [
      'codex',
      {
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: '1', output: 'x' },
      },
    ],
  ])('are found in %s', (_format, message) => {
    expect(toolResults([message]).map(({ id, value }) => [id, value])).toEqual([['1', 'x']]);
  });
});
