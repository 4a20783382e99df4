import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { READ_TOOLS, WRITE_TOOLS } from '@palimpsest/tool-taxonomy';
import { compressed } from './compressed.ts';
import { OFF, optimized } from './optimized.ts';

const RW = { readWritePruning: true } as const;

/** Returns the names of the called tools in order, which shows the remaining calls. */
function calls(entries: readonly IContent[]): string[] {
  return entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_call' ? [block.name] : [])),
  );
}

function readThenWrite(
  read: string,
  readParameters: unknown,
  write = 'write_file',
  writeParameters: unknown = { file_path: 'a.ts' },
): IContent[] {
  return history()
    .human('Go')
    .call(read, readParameters)
    .result('old text')
    .call(write, writeParameters)
    .result('ok')
    .ai('Done.')
    .build();
}

for (const read of READ_TOOLS) {
  test.each([...WRITE_TOOLS])(
    `${read} is removed, call and result, after %s changed the file`,
    (write) => {
      const parameters =
        read === 'read_many_files' ? { paths: ['a.ts'] } : { file_path: 'a.ts', offset: 1 };
      const before = readThenWrite(read, parameters, write);
      const { history: after, result } = optimized(before, RW);
      expect(after).toEqual([before[0], before[3], before[4], before[5]]);
      expect(result.removals).toEqual([1, 2]);
      expect(result.metadata).toEqual({
        readWritePairsPruned: 1,
        fileDeduplicationsPruned: 0,
        recencyPruned: 0,
      });
    },
  );
}

test('removes no read when the setting is off', () => {
  const before = readThenWrite('read_file', { file_path: 'a.ts' });
  const { result } = optimized(before, OFF);
  expect(result).toEqual({
    removals: [],
    replacements: new Map(),
    metadata: { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
  });
});

test.each([
  ['file_path', { file_path: 'a.ts' }],
  ['absolute_path', { absolute_path: '/work/a.ts' }],
  ['path', { path: 'a.ts' }],
  ['the first that is not empty', { file_path: '', absolute_path: '', path: 'a.ts' }],
  ['file_path before the others', { path: 'c.ts', absolute_path: 'b.ts', file_path: 'a.ts' }],
  ['arguments that are still JSON text', '{"file_path":"a.ts"}'],
])('takes the path of a read from %s', (_, parameters) => {
  const { result } = optimized(readThenWrite('read_file', parameters), RW);
  expect(result.metadata.readWritePairsPruned).toBe(1);
});

test.each([
  ['a relative path in the workspace', 'src/a.ts', '/work/src/a.ts', '/work'],
  ['dots', './src/../src/a.ts', 'src/a.ts', '/work'],
  ['doubled slashes', '/work//src/a.ts', 'src/a.ts', '/work'],
  ['a Windows drive', 'C:\\repo\\src\\a.ts', 'src/a.ts', 'C:\\repo'],
  ['mixed Windows slashes', 'C:/repo/src/a.ts', 'src\\a.ts', 'C:\\repo'],
  ['a network share', '\\\\host\\share\\a.ts', 'a.ts', '\\\\host\\share'],
])('recognizes two spellings of one path: %s', (_, read, write, workspaceRoot) => {
  const before = readThenWrite('read_file', { file_path: read }, 'replace', { file_path: write });
  const { result } = optimized(before, { ...RW, workspaceRoot });
  expect(result.metadata.readWritePairsPruned).toBe(1);
});

test.each([
  ['another file', 'a.ts', 'b.ts'],
  ['another letter case', 'A.ts', 'a.ts'],
  ['the same name in another folder', 'src/a.ts', 'a.ts'],
  ['a file beside the workspace', '../a.ts', 'a.ts'],
])('a write of %s does not make the read stale', (_, read, write) => {
  const before = readThenWrite('read_file', { file_path: read }, 'replace', { file_path: write });
  expect(optimized(before, RW).history).toEqual(before);
});

test('removes every read before the last write, and keeps reads after it', () => {
  const before = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('one')
    .call('read_line_range', { absolute_path: '/work/a.ts' })
    .result('two')
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .call('ast_read_file', { file_path: 'a.ts' })
    .result('three')
    .call('replace', { file_path: 'a.ts' })
    .result('ok')
    .call('read_file', { file_path: 'a.ts' })
    .result('four')
    .build();
  const { history: after, result } = optimized(before, RW);
  expect(calls(after)).toEqual(['write_file', 'replace', 'read_file']);
  expect(result.metadata.readWritePairsPruned).toBe(3);
});

test('removes only the blocks of a stale read, and keeps the others and the metadata', () => {
  const metadata = { timestamp: 7 };
  const before: IContent[] = [
    {
      speaker: 'ai',
      metadata,
      blocks: [
        { type: 'text', text: 'I will look.' },
        { type: 'tool_call', id: 'r', name: 'read_file', parameters: { file_path: 'a.ts' } },
        { type: 'tool_call', id: 's', name: 'glob', parameters: { pattern: '*.ts' } },
      ],
    },
    {
      speaker: 'tool',
      metadata,
      blocks: [
        { type: 'tool_response', callId: 'r', toolName: 'read_file', result: 'text' },
        { type: 'tool_response', callId: 's', toolName: 'glob', result: 'a.ts' },
      ],
    },
    ...history().call('write_file', { file_path: 'a.ts' }).result('ok').build(),
  ];
  const { history: after, result } = optimized(before, RW);
  const [ai, tool] = before;
  expect(after).toEqual([
    { ...ai!, blocks: [ai!.blocks[0], ai!.blocks[2]] },
    { ...tool!, blocks: [tool!.blocks[1]] },
    before[2],
    before[3],
  ]);
  expect(after[0]!.blocks[0]).toBe(ai!.blocks[0]);
  expect(result.removals).toEqual([]);
});

test('removes a model entry that would keep nothing but reasoning (D4)', () => {
  const before = history()
    .human('Go')
    .call('read_file', { file_path: 'a.ts' }, { thought: 'I need the file.' })
    .result('text')
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  const { history: after } = optimized(before, RW);
  expect(after).toEqual([before[0], before[3], before[4]]);
});

test('removes a model entry that would keep nothing but blank text', () => {
  const before: IContent[] = [
    {
      speaker: 'ai',
      blocks: [
        { type: 'text', text: ' \n' },
        { type: 'tool_call', id: 'r', name: 'read_file', parameters: { file_path: 'a.ts' } },
      ],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'r', toolName: 'read_file', result: 'x' }],
    },
    ...history().call('write_file', { file_path: 'a.ts' }).result('ok').build(),
  ];
  expect(optimized(before, RW).result.removals).toEqual([0, 1]);
});

test.each([
  ['failed', (built: ReturnType<typeof history>) => built.result('', 'EACCES')],
  ['failed in words', (built: ReturnType<typeof history>) => built.result('Error: no such file')],
  ['was never answered', (built: ReturnType<typeof history>) => built.human('Stop.')],
])('a write that %s makes nothing stale (D3)', (_, answer) => {
  const before = answer(
    history()
      .call('read_file', { file_path: 'a.ts' })
      .result('text')
      .call('write_file', { file_path: 'a.ts' }),
  ).build();
  expect(optimized(before, RW).history).toEqual(before);
});

test('keeps a read that failed or has no result', () => {
  const failed = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('', 'ENOENT')
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  expect(optimized(failed, RW).history).toEqual(failed);
  const open = history()
    .call('read_file', { file_path: 'a.ts' })
    .human('Never mind.')
    .call('write_file', { file_path: 'a.ts' }, { id: 'write' })
    .entry({
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'write', toolName: 'write_file', result: 'written' },
      ],
    })
    .build();
  expect(optimized(open, RW).history).toEqual(open);
});

test('distinguishes reused call ids by position (D5)', () => {
  const before = history()
    .call('read_file', { file_path: 'a.ts' }, { id: '0' })
    .result('text')
    .call('write_file', { file_path: 'a.ts' }, { id: '0' })
    .result('written')
    .call('read_file', { file_path: 'a.ts' }, { id: '0' })
    .result('new text')
    .build();
  const { history: after } = optimized(before, RW);
  expect(after).toEqual(before.slice(2));
});

test('distinguishes two uses of one block object in an entry by position', () => {
  const call = {
    type: 'tool_call',
    id: '0',
    name: 'read_file',
    parameters: { file_path: 'a.ts' },
  } as const;
  const base = { type: 'tool_response', callId: '0', toolName: 'read_file', result: 'x' } as const;
  const before: IContent[] = [
    { speaker: 'ai', blocks: [call, call] },
    { speaker: 'tool', blocks: [base, { ...base, error: 'ENOENT' }] },
    ...history().call('write_file', { file_path: 'a.ts' }).result('ok').build(),
  ];
  const { history: after } = optimized(before, RW);
  expect(after.slice(0, 2)).toEqual([
    { speaker: 'ai', blocks: [call] },
    { speaker: 'tool', blocks: [{ ...base, error: 'ENOENT' }] },
  ]);
});

test('keeps a read in the same batch as a write of its file, because their order is unknown', () => {
  const before = history()
    .calls(['read_file', { file_path: 'a.ts' }], ['write_file', { file_path: 'a.ts' }])
    .results('text', 'ok')
    .call('glob', { pattern: '*' })
    .result('a.ts')
    .build();
  expect(optimized(before, RW).history).toEqual(before);
});

test('finds results that arrive late and separately from their calls', () => {
  const before: IContent[] = [
    ...history()
      .calls(['read_file', { file_path: 'a.ts' }], ['run_shell_command', { command: 'ls' }])
      .build(),
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'call-2', toolName: 'run_shell_command', result: 'a' },
      ],
    },
    { speaker: 'human', blocks: [{ type: 'text', text: 'And?' }] },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'call-1', toolName: 'read_file', result: 'text' }],
    },
    ...history().call('write_file', { file_path: 'a.ts' }, { id: 'w' }).result('ok').build(),
  ];
  const { history: after, result } = optimized(before, RW);
  expect(calls(after)).toEqual(['run_shell_command', 'write_file']);
  expect(result.removals).toEqual([3]);
});

const many = (paths: unknown): IContent[] =>
  history()
    .call('read_many_files', { paths })
    .result('text')
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .call('write_file', { file_path: 'b.ts' })
    .result('ok')
    .build();

test.each([
  ['one', ['a.ts']],
  ['both', ['a.ts', './b.ts']],
  ['what is no text beside them', ['a.ts', 7, null]],
])('removes read_many_files when all its files were written: %s', (_, paths) => {
  expect(optimized(many(paths), RW).result.metadata.readWritePairsPruned).toBe(1);
});

test.each([
  ['a file nobody wrote', ['a.ts', 'c.ts']],
  ['*', ['a.ts', 'src/*.ts']],
  ['?', ['?.ts']],
  ['**', ['a.ts', '**']],
  ['[]', ['[ab].ts']],
  ['{}', ['{a,b}.ts']],
  ['!', ['a.ts', '!b.ts']],
  ['no path at all', []],
  ['nothing but numbers', [1, 2]],
  ['no list', undefined],
])('keeps read_many_files when it may have read other files: %s', (_, paths) => {
  expect(optimized(many(paths), RW).result.metadata.readWritePairsPruned).toBe(0);
});

test('a pattern remains a pattern, even if a file of that name was written', () => {
  const before = readThenWrite('read_many_files', { paths: ['app/[id].ts'] }, 'write_file', {
    file_path: 'app/[id].ts',
  });
  expect(optimized(before, RW).history).toEqual(before);
});

test('a failed write that is already summarized makes nothing stale (D3, D8)', async () => {
  const before = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('text')
    .call('replace', { file_path: 'a.ts' })
    .result('Error: no occurrence found')
    .call('glob', { pattern: '*' })
    .result('line\n'.repeat(200))
    .ai('Hm.')
    .build();
  const after = await compressed(before);
  expect(after[3]!.blocks[0]).toHaveProperty(
    'result',
    '[replace a.ts: error]\nError: no occurrence found',
  );
  expect(optimized(after, RW).history).toEqual(after);
});

test('a patch counts as a write of the files that it names (D16)', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch';
  for (const parameters of [{ patch }, { patch_content: patch }, { input: patch }]) {
    const before = readThenWrite('read_file', { file_path: 'a.ts' }, 'apply_patch', parameters);
    expect(optimized(before, RW).result.metadata.readWritePairsPruned).toBe(1);
  }
});

test.each([
  ['Claude Code', 'Read', { file_path: '/r/a.ts' }, 'Edit', { file_path: '/r/a.ts' }],
  [
    'text editor tool',
    'str_replace_editor',
    { command: 'view', path: '/r/a.ts' },
    'str_replace_editor',
    { command: 'str_replace', path: '/r/a.ts' },
  ],
  ['pi', 'read', { path: '/r/a.ts' }, 'edit', { path: '/r/a.ts' }],
  ['opencode', 'read', { filePath: '/r/a.ts' }, 'write', { filePath: '/r/a.ts' }],
  ['Cline', 'read_file', { path: '/r/a.ts' }, 'replace_in_file', { path: '/r/a.ts' }],
  [
    'Codex',
    'read_file',
    { file_path: '/r/a.ts' },
    'shell',
    { command: ['apply_patch', '*** Begin Patch\n*** Update File: /r/a.ts\n*** End Patch'] },
  ],
  [
    'MCP',
    'mcp__files__read_text_file',
    { path: '/r/a.ts' },
    'mcp__files__edit_file',
    { path: '/r/a.ts' },
  ],
] as const)('recognizes the tools of other agents: %s', (_, read, parameters, write, change) => {
  const { history: after } = optimized(readThenWrite(read, parameters, write, change), RW);
  expect(calls(after)).toEqual([write]);
});

test('a view with the editor tool makes nothing stale', () => {
  const view = { command: 'view', path: '/r/a.ts' };
  const before = readThenWrite('str_replace_editor', view, 'str_replace_editor', view);
  expect(optimized(before, RW).history).toEqual(before);
});

test('with `pointer`, keeps call and result and replaces only the payload', () => {
  const before = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('a line of text\n'.repeat(10))
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  const config = { ...RW, staleReads: 'pointer' } as const;
  const { history: after, result } = optimized(before, config);
  expect(result.metadata.readWritePairsPruned).toBe(1);
  expect(result.removals).toEqual([]);
  expect(after[1]!.blocks).toEqual([
    { ...before[1]!.blocks[0], result: '[Result pruned — re-run tool to retrieve]' },
  ]);
  expect(optimized(after, config).result.replacements.size).toBe(0);
});

test.each([
  ['short text', 'short'],
  ['nothing', null],
  ['a small object', { ok: true }],
  ['the line an earlier compression left', '[read_file src/long/path/a.ts: success, 1200 lines]'],
])('with `pointer`, keeps a result that is not longer than the pointer: %s', (_, value) => {
  const before = history()
    .call('read_file', { file_path: 'a.ts' })
    .result(value)
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  const { result } = optimized(before, { ...RW, staleReads: 'pointer' });
  expect(result.replacements.size).toBe(0);
  expect(result.metadata.readWritePairsPruned).toBe(0);
});

test('keeps pinned entries and the other half of their exchange', () => {
  const before = readThenWrite('read_file', { file_path: 'a.ts' });
  for (const index of [1, 2]) {
    const pinned = before.with(index, { ...before[index]!, metadata: { pinned: true } });
    expect(optimized(pinned, RW).history).toEqual(pinned);
  }
});

test('never throws and removes only whole pairs, whatever the parameters are (REQ-HD-013.5)', () => {
  const names = fc.constantFrom(...READ_TOOLS, ...WRITE_TOOLS, 'Read', 'apply_patch', 'shell', '');
  const call = fc.tuple(names, fc.anything({ withBigInt: true, withDate: true, withMap: true }));
  fc.assert(
    fc.property(fc.array(call, { maxLength: 8 }), fc.boolean(), (list, asPointer) => {
      const built = history();
      for (const [name, parameters] of list) built.call(name, parameters).result('text');
      const before = built.build();
      const { result } = optimized(before, {
        ...RW,
        fileDedupe: true,
        recencyPruning: true,
        staleReads: asPointer ? 'pointer' : 'removal',
      });
      expect(result.removals.length % 2).toBe(0);
    }),
  );
});

test('counts the removed pairs (REQ-HD-013.7)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 }), (stale, fresh) => {
      const built = history();
      for (let at = 0; at < stale; at += 1) built.call('read_file', { path: `${at}` }).result('x');
      for (let at = 0; at < stale; at += 1) built.call('write_file', { path: `${at}` }).result('x');
      for (let at = 0; at < fresh; at += 1) built.call('read_file', { path: `${at}` }).result('x');
      const before = built.build();
      const { history: after, result } = optimized(before, RW);
      expect(result.metadata.readWritePairsPruned).toBe(stale);
      expect(after).toHaveLength(before.length - 2 * stale);
    }),
  );
});
