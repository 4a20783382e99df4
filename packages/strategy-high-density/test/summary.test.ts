import { type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, resultsOf, summarized } from './compressed.ts';

const lines = (count: number): string => 'const answer = 42;\n'.repeat(count);
const FILE = { file_path: 'a.ts' } as const;
const IMAGE = { type: 'media', mimeType: 'image/png', data: 'AA', encoding: 'base64' } as const;

test.each([
  ['read_file', { file_path: 'src/index.ts' }, '[read_file src/index.ts: success, 245 lines]'],
  ['Bash', { command: 'ls\n -la' }, '[Bash ls -la: done, 245 lines]'],
  ['search_file_content', { pattern: 'foo.*' }, '[search_file_content foo.*: success, 245 lines]'],
  ['web_fetch', { url: 'https://x.test/' }, '[web_fetch https://x.test/: success, 245 lines]'],
  ['google_web_search', { query: 'why' }, '[google_web_search why: success, 245 lines]'],
  ['unheard_of', { depth: 3 }, '[unheard_of: done, 245 lines]'],
  ['read_file', '{"file_path":"a\\ud800b.ts"}', '[read_file a\u{FFFD}b.ts: success, 245 lines]'],
  ['', { command: 'ls' }, '[tool ls: done, 245 lines]'],
])('%s %j becomes one line with tool, key, outcome and size', async (name, parameters, line) => {
  const { result, error } = await summarized(name, parameters, lines(245));
  expect(result).toBe(line);
  expect(error).toBeUndefined();
});

test.each([
  ['one line', 'x'.repeat(1234), ', 1234 chars'],
  ['a record around a text', { output: lines(9), exitCode: 0 }, ', 9 lines'],
  ['a list', [1, 2, 3], ', 3 items'],
  ['a record', { rows: [], total: 0 }, ', 2 fields'],
  ['nothing', null, ''],
  ['a text shorter than the line with its size', 'x'.repeat(25), ''],
])('shows the size of %s', async (_, value, size) => {
  const { result } = await summarized('read_file', FILE, value);
  expect(result).toBe(`[read_file a.ts: success${size}]`);
});

test.each([
  ['a record', { stdout: lines(30), stderr: 'x' }, { stdout: '[look: done, 31 lines]' }],
  [
    'a list of text and a picture',
    [
      { type: 'text', text: lines(30) },
      { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo'.repeat(99), encoding: 'base64' },
    ],
    [{ type: 'text', text: '[look: done, 32 lines]' }],
  ],
  ['any other list', [lines(30), 2, 3], ['[look: done, 3 items]']],
  [
    'a failure',
    { error: 'no disk', log: lines(30) },
    { error: expect.stringMatching(/^\[look: error[^]*no disk/) as string },
  ],
])('the line of %s keeps the type of the result', async (_, value, expected) => {
  const before = history().call('look').result(value).ai('Fine.').human('Go.').ai('Yes.').build();
  const after = await compressed(before);
  expect(resultsOf(after)).toMatchObject([expected]);
  expect((await compressed(after))[1]).toBe(after[1]);
});

test('removes and counts the media next to an old result, but not those of other messages', async () => {
  const [call, answer, ...end] = history()
    .call('read_file', FILE)
    .result(lines(50))
    .ai('So.')
    .ai('Really.')
    .build();
  const shown: IContent = { speaker: 'human', blocks: [IMAGE] };
  const before = [call!, { ...answer!, blocks: [...answer!.blocks, IMAGE] }, shown, ...end];
  const { metadata, ...result } = await compress(before);
  expect(result).toMatchObject({
    kind: 'applied',
    newHistory: [call, { blocks: [{}] }, shown, {}, {}],
  });
  expect(metadata.dropped).toEqual({ toolResults: 1, mediaBlocks: 1 });
});

test('keeps a user message whole, with the picture and the result in it', async () => {
  const [call, answer] = history().call('read_file', FILE).result(lines(50)).build();
  const text = { type: 'text', text: 'What is this?' } as const;
  const asked: IContent = { speaker: 'human', blocks: [...answer!.blocks, IMAGE, text] };
  const rest = history().call('read_file', { file_path: 'b.ts' }).result(lines(50)).ai('So.');
  const after = await compressed([call!, asked, ...rest.build()]);
  expect(after[1]).toBe(asked);
  expect(resultsOf(after)[1]).toBe('[read_file b.ts: success, 50 lines]');
});

test.each([
  'error: this line is part of the file\n',
  'FAILED tests are listed here\n',
  'Exit code 1\n',
])('error words in a file do not make its read a failure: %s', async (line) => {
  const { result } = await summarized('read_file', FILE, line.repeat(30));
  expect(result).toBe('[read_file a.ts: success, 30 lines]');
});

const count = (entries: readonly IContent[]): number => JSON.stringify(entries).length;

test('the status survives further compressions, and the recall id too', async () => {
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
  expect(resultsOf(twice)).toEqual(['#0a1b2c3d\n[read_file: success]', resultsOf(once)[1]]);
});
