import { isMarker, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, compressed, summarized } from './compressed.ts';

const lines = (count: number): string => 'const answer = 42;\n'.repeat(count);

test.each([
  ['read_file', { file_path: 'src/index.ts' }, '[read_file src/index.ts: success, 245 lines]'],
  ['read_file', { absolute_path: '/w/a b.ts' }, '[read_file /w/a b.ts: success, 245 lines]'],
  ['Read', { file_path: '/w/a.ts' }, '[Read /w/a.ts: success, 245 lines]'],
  ['run_shell_command', { command: 'npm test' }, '[run_shell_command npm test: done, 245 lines]'],
  ['Bash', { command: 'ls\n -la' }, '[Bash ls -la: done, 245 lines]'],
  ['shell', { command: ['bash', '-lc', 'ls'] }, '[shell ls: done, 245 lines]'],
  ['search_file_content', { pattern: 'foo.*' }, '[search_file_content foo.*: success, 245 lines]'],
  ['web_fetch', { url: 'https://x.test/' }, '[web_fetch https://x.test/: success, 245 lines]'],
  ['google_web_search', { query: 'why' }, '[google_web_search why: success, 245 lines]'],
  ['read_many_files', { paths: ['a.ts', 'b.ts'] }, '[read_many_files a.ts: success, 245 lines]'],
  ['unheard_of', { path: 'a.ts' }, '[unheard_of a.ts: done, 245 lines]'],
  ['unheard_of', { depth: 3 }, '[unheard_of: done, 245 lines]'],
  ['unheard_of', null, '[unheard_of: done, 245 lines]'],
] as const)(
  '%s %j becomes one line with tool, key, outcome and size',
  async (name, parameters, line) => {
    const { result, error } = await summarized(name, parameters, lines(245));
    expect(result).toBe(line);
    expect(error).toBeUndefined();
  },
);

test.each([
  ['many lines, the last one closed', lines(3), '3 lines'],
  ['many lines, the last one open', `${lines(3)}x`, '4 lines'],
  ['one line', 'x'.repeat(1234), '1234 chars'],
  [
    'a list of text parts',
    [
      { type: 'text', text: lines(2) },
      { type: 'text', text: 'x' },
    ],
    '4 lines',
  ],
  ['a record around a text', { output: lines(9), exitCode: 0 }, '9 lines'],
  ['what a server answers', { content: [{ type: 'text', text: lines(9) }] }, '9 lines'],
  ['other lists', [1, 2, 3], '3 items'],
  ['a list of one', [{ id: 1 }], '1 item'],
  ['parts that are not all text', [{ type: 'image' }, { type: 'text', text: 'x' }], '2 lines'],
  ['other records', { rows: [], total: 0 }, '2 fields'],
  ['a record of one', { rows: [] }, '1 field'],
])('shows the size of %s', async (_, value, size) => {
  const { result } = await summarized('read_file', { file_path: 'a.ts' }, value);
  expect(result).toBe(`[read_file a.ts: success, ${size}]`);
});

test.each([
  ['nothing', null, '[read_file a.ts: success]'],
  ['a number', 7, '[read_file a.ts: success]'],
  ['an empty text', '', '[read_file: success]'],
  ['a text shorter than any line', 'ok', '[read_file: success]'],
  ['a text as long as the line without size', 'x'.repeat(25), '[read_file a.ts: success]'],
  ['a text as long as the line', 'x'.repeat(35), '[read_file a.ts: success, 35 chars]'],
])('shows at least tool and status for a short result: %s', async (_, value, line) => {
  const { result } = await summarized('read_file', { file_path: 'a.ts' }, value);
  expect(result).toBe(line);
});

test('changes only the payload, and keeps everything else in the entry', async () => {
  const before: IContent[] = [
    ...history().call('read_file', { file_path: 'a.ts' }).build(),
    {
      speaker: 'tool',
      metadata: { timestamp: 7 },
      blocks: [
        {
          type: 'tool_response',
          callId: 'call-1',
          toolName: 'read_file',
          result: lines(50),
          isComplete: true,
          providerMetadata: { a: 1 },
        },
      ],
    },
    ...history().ai('Done.').build(),
  ];
  const after = await compressed(before);
  const [block] = before[1]!.blocks;
  const line = { ...block, result: '[read_file a.ts: success, 50 lines]' };
  expect(after).toEqual([before[0], { ...before[1]!, blocks: [line] }, before[2]]);
  expect(after[0]).toBe(before[0]);
});

test('removes and counts the media next to an old result (D18)', async () => {
  const image = {
    type: 'media',
    mimeType: 'image/png',
    data: 'AA'.repeat(500),
    encoding: 'base64',
  } as const;
  const response = {
    type: 'tool_response',
    callId: 'call-1',
    toolName: 'read_file',
    result: lines(50),
  } as const;
  const before: IContent[] = [
    ...history().call('read_file', { file_path: 'a.png' }).build(),
    { speaker: 'tool', blocks: [response, image] },
    { speaker: 'human', blocks: [image] },
    ...history().ai('Done.').ai('Really.').build(),
  ];
  const result = await compress(before);
  if (result.kind === 'noop') throw new Error(result.reason);
  expect(result.newHistory[1]!.blocks).toHaveLength(1);
  expect(result.newHistory[2]).toBe(before[2]);
  expect(result.metadata.dropped).toEqual({ toolResults: 1, mediaBlocks: 1 });
});

test('keeps a user message whole, with the picture and the result in it', async () => {
  const image = { type: 'media', mimeType: 'image/png', data: 'AA', encoding: 'base64' } as const;
  const before: IContent[] = [
    ...history().call('read_file', { file_path: 'a.ts' }).build(),
    {
      speaker: 'human',
      blocks: [
        { type: 'tool_response', callId: 'call-1', toolName: 'read_file', result: lines(50) },
        image,
        { type: 'text', text: 'What is this?' },
      ],
    },
    ...history().call('read_file', { file_path: 'b.ts' }).result(lines(50)).ai('Done.').build(),
  ];
  const after = await compressed(before);
  expect(after[1]).toBe(before[1]);
  expect(after[3]!.blocks[0]).toHaveProperty('result', '[read_file b.ts: success, 50 lines]');
});

const ENDLESS = 'x/'.repeat(5_000);

test.each([
  ['path', 'read_file', { file_path: ENDLESS }],
  ['command', 'run_shell_command', { command: `echo ${ENDLESS}` }],
  ['pattern', 'grep', { pattern: '👩‍👩‍👧‍👦'.repeat(900) }],
  ['tool name', `read_${ENDLESS}`, { file_path: ENDLESS }],
  ['tool name of other scripts', '工具👩'.repeat(3_000), { command: '中👩'.repeat(3_000) }],
])(
  'the line is a well-formed marker of less than 200 characters, also with an endless %s',
  async (_, name, parameters) => {
    for (const [value, error] of [
      [lines(50), undefined],
      [null, undefined],
      [null, 'ENOENT'],
      ['', 'ENOENT'],
      [{ rows: 3 }, undefined],
    ] as const) {
      const { result } = await summarized(name, parameters, value, error);
      const line = String(result).split('\n')[0]!;
      expect(line.length).toBeLessThan(200);
      expect(line.isWellFormed()).toBe(true);
      expect(line).toMatch(error === undefined ? /: (?:success|done)/ : /: error/);
      expect(isMarker(String(result))).toBe(true);
    }
  },
);

test('uses `tool` as the name of a tool without a name', async () => {
  const { result } = await summarized('', { command: 'ls' }, lines(50));
  expect(result).toBe('[tool ls: done, 50 lines]');
  expect(isMarker((await summarized(' ', {}, null)).result as string)).toBe(true);
});

test('the summary of any result is one marker, and a second compression keeps it (C22)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('read_file', 'Bash', 'x: success')),
      fc.oneof(fc.anything(), fc.record({ command: fc.string({ maxLength: 600 }) })),
      fc.oneof(fc.anything(), fc.string({ maxLength: 900 }), fc.record({ error: fc.string() })),
      fc.option(fc.string({ maxLength: 600 }), { nil: undefined }),
      async (name, parameters, value, error) => {
        const once = await summarized(name.toWellFormed(), parameters, value, error);
        expect(typeof once.result).toBe('string');
        expect(isMarker(String(once.result))).toBe(true);
        const twice = await summarized(name.toWellFormed(), parameters, once.result, once.error);
        expect(twice.result).toBe(once.result);
      },
    ),
  );
});

const resultsOf = (entries: readonly IContent[]): unknown[] =>
  entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result] : [])),
  );

const count = (entries: readonly IContent[]): number => JSON.stringify(entries).length;

test('a line names the recall id of the stored result, also when a further run shortens it', async () => {
  const before = history()
    .human('Go.')
    .call('read_file', { file_path: 'src/index.ts' })
    .result(lines(245))
    .call('run_shell_command', { command: 'npm test' })
    .result('1 failed\nError: no pool\n'.repeat(20), 'Exit code 1')
    .ai('Done.')
    .human('And?')
    .ai('Yes.')
    .build();
  const once = await compressed(before, {
    originalId: (entry) => (entry === before[2] ? '0a1b2c3d' : '1f0c9a3e.1'),
  });
  expect(resultsOf(once)).toEqual([
    '#0a1b2c3d\n[read_file src/index.ts: success, 245 lines]',
    expect.stringMatching(/^#1f0c9a3e\.1\n\[run_shell_command npm test: error, 40 lines\]\n/),
  ]);
  const twice = await compressed(once, {
    originalId: () => 'ffffffff',
    estimateTokens: count,
    targetTokens: count(once) - 1,
  });
  expect(resultsOf(twice)[0]).toBe('#0a1b2c3d\n[read_file: success]');
  expect(resultsOf(twice)[1]).toBe(resultsOf(once)[1]);
});
