import type { ToolUse } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/tools/presets/claude-code.ts';
import { cline } from '../../src/tools/presets/cline.ts';
import { codex } from '../../src/tools/presets/codex.ts';
import { createToolTaxonomy, defaultToolTaxonomy, type ToolPreset } from '../../src/tools/index.ts';
import { llxprt } from '../../src/tools/presets/llxprt.ts';
import { mcpFilesystem } from '../../src/tools/presets/mcp-filesystem.ts';
import { opencode } from '../../src/tools/presets/opencode.ts';
import { openhands } from '../../src/tools/presets/openhands.ts';
import { pi } from '../../src/tools/presets/pi.ts';

const PATCH = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';

/** Tool calls as the agents send them. */
const CALLS: readonly (readonly [ToolPreset, string, unknown, Partial<ToolUse>])[] = [
  [
    llxprt,
    'read_line_range',
    { absolute_path: '/a', start_line: 1 },
    { kind: 'read', paths: ['/a'] },
  ],
  [llxprt, 'apply_patch', { file_path: 'a.ts', patch_content: '@@' }, { paths: ['a.ts'] }],
  [llxprt, 'run_shell_command', { command: 'npm t' }, { kind: 'run', key: 'npm t' }],
  [llxprt, 'grep', { pattern: 'x', path: 'src' }, { kind: 'search', paths: [], key: 'x' }],
  [claudeCode, 'Read', { file_path: '/a', offset: 1 }, { kind: 'read', paths: ['/a'] }],
  [claudeCode, 'MultiEdit', { file_path: '/a', edits: [] }, { kind: 'write', paths: ['/a'] }],
  [claudeCode, 'NotebookEdit', { notebook_path: '/n' }, { kind: 'write', paths: ['/n'] }],
  [claudeCode, 'TodoWrite', { todos: [] }, { kind: 'state', hasSideEffects: true, plan: 'plan' }],
  [claudeCode, 'TaskUpdate', { taskId: '3', status: 'completed' }, { plan: 'task 3' }],
  [codex, 'update_plan', { plan: [{ step: 'a', status: 'completed' }] }, { plan: 'plan' }],
  [cline, 'update_todo_list', { todos: '[x] one\n[ ] two' }, { plan: 'plan' }],
  [llxprt, 'write_todos', { todos: [] }, { plan: 'plan' }],
  [opencode, 'todowrite', { todos: [] }, { plan: 'plan' }],
  [openhands, 'task_tracker', { command: 'plan', task_list: [] }, { plan: 'plan' }],
  [claudeCode, 'EnterPlanMode', {}, { kind: 'state', plan: 'mode' }],
  [claudeCode, 'ExitPlanMode', { plan: 'x' }, { plan: 'mode' }],
  [opencode, 'plan_exit', {}, { plan: 'mode' }],
  [llxprt, 'enter_plan_mode', {}, { plan: 'mode' }],
  [cline, 'switch_mode', { mode_slug: 'architect' }, { plan: 'mode', key: 'architect' }],
  [codex, 'shell', { command: ['bash', '-lc', 'ls -la'] }, { kind: 'run', key: 'ls -la' }],
  [codex, 'shell', { command: ['rg', 'x', 'src'] }, { kind: 'run', key: 'rg x src' }],
  [codex, 'shell', { command: ['apply_patch', PATCH] }, { kind: 'write', paths: ['a.ts'] }],
  [codex, 'shell_command', { command: 'ls' }, { kind: 'run', key: 'ls' }],
  [codex, 'exec_command', { cmd: 'ls', workdir: '/' }, { kind: 'run', key: 'ls' }],
  [codex, 'apply_patch', { input: PATCH }, { kind: 'write', paths: ['a.ts'], key: 'a.ts' }],
  [codex, 'apply_patch', PATCH, { kind: 'write', paths: ['a.ts'] }],
  [codex, 'read_file', { file_path: '/a' }, { kind: 'read', paths: ['/a'] }],
  [
    openhands,
    'str_replace_editor',
    { command: 'view', path: '/a' },
    { kind: 'read', paths: ['/a'], hasSideEffects: false },
  ],
  [
    openhands,
    'str_replace_editor',
    { command: 'create', path: '/a' },
    { kind: 'write', hasSideEffects: true },
  ],
  [openhands, 'str_replace_editor', { command: 'str_replace', path: '/a' }, { kind: 'write' }],
  [openhands, 'str_replace_editor', { command: 'insert', path: '/a' }, { kind: 'write' }],
  [openhands, 'str_replace_editor', { command: 'undo_edit', path: '/a' }, { kind: 'write' }],
  [
    openhands,
    'str_replace_editor',
    { command: 'toString', path: '/a' },
    { kind: 'other', hasSideEffects: true },
  ],
  [openhands, 'execute_bash', { command: 'ls' }, { kind: 'run', key: 'ls' }],
  [openhands, 'open', { path: 'a.py', line_number: 3 }, { kind: 'read', paths: ['a.py'] }],
  [openhands, 'create', { filename: 'a.py' }, { kind: 'write', paths: ['a.py'] }],
  [openhands, 'edit', { command: 'edit 1:2\nx\nend_of_edit' }, { kind: 'write', paths: [] }],
  [openhands, 'edit', { search: 'x', replace: 'y' }, { kind: 'write', paths: [] }],
  [openhands, 'find_file', { file_name: 'a.py', dir: '.' }, { kind: 'search', key: 'a.py' }],
  [openhands, 'bash', { command: 'ls' }, { kind: 'run', key: 'ls' }],
  [cline, 'read_file', { path: 'a.ts' }, { kind: 'read', paths: ['a.ts'] }],
  [
    cline,
    'read_file',
    { files: [{ path: 'a' }, 1, { path: 'b' }] },
    { kind: 'read', paths: ['a', 'b'] },
  ],
  [cline, 'replace_in_file', { path: 'a', diff: 'x' }, { kind: 'write', paths: ['a'] }],
  [cline, 'write_to_file', { path: 'a', content: '' }, { kind: 'write', paths: ['a'] }],
  [cline, 'execute_command', { command: 'ls' }, { kind: 'run', key: 'ls' }],
  [cline, 'search_files', { path: 'src', regex: 'x' }, { kind: 'search', key: 'x' }],
  [pi, 'read', { path: 'a' }, { kind: 'read', paths: ['a'] }],
  [pi, 'edit', { path: 'a', oldText: 'x', newText: 'y' }, { kind: 'write', paths: ['a'] }],
  [pi, 'write', { path: 'a', content: '' }, { kind: 'write', paths: ['a'] }],
  [pi, 'bash', { command: 'ls', timeout: 3 }, { kind: 'run', key: 'ls' }],
  [opencode, 'read', { filePath: '/a' }, { kind: 'read', paths: ['/a'] }],
  [opencode, 'edit', { filePath: '/a', oldString: 'x' }, { kind: 'write', paths: ['/a'] }],
  [opencode, 'write', { filePath: '/a', content: '' }, { kind: 'write', paths: ['/a'] }],
  [opencode, 'bash', { command: 'ls', description: 'List' }, { kind: 'run', key: 'ls' }],
  [opencode, 'patch', { patchText: PATCH }, { kind: 'write', paths: ['a.ts'] }],
  [opencode, 'apply_patch', { patchText: PATCH }, { kind: 'write', paths: ['a.ts'] }],
  [mcpFilesystem, 'read_text_file', { path: '/a', head: 3 }, { kind: 'read', paths: ['/a'] }],
  [
    mcpFilesystem,
    'read_multiple_files',
    { paths: ['/a', '/[b]'] },
    { paths: ['/a', '/[b]'], hasGlob: false },
  ],
  [mcpFilesystem, 'edit_file', { path: '/a', edits: [] }, { kind: 'write', paths: ['/a'] }],
  [
    mcpFilesystem,
    'edit_file',
    { path: '/a', dryRun: true },
    { kind: 'other', hasSideEffects: false },
  ],
  [
    mcpFilesystem,
    'move_file',
    { source: '/a', destination: '/b' },
    { kind: 'write', paths: ['/a', '/b'] },
  ],
];

for (const [preset, name, parameters, expected] of CALLS) {
  test(`${preset.name}, alone and merged: ${name} ${JSON.stringify(parameters)}`, () => {
    expect(createToolTaxonomy([preset]).describe(name, parameters)).toMatchObject(expected);
    expect(defaultToolTaxonomy.describe(name, parameters)).toMatchObject(expected);
  });
}

const kind = (name: string): string => defaultToolTaxonomy.describe(name, { path: 'a' }).kind;

test('knows tools of a file server after a prefix, but no other reads and writes', () => {
  expect(kind('mcp__filesystem__read_file')).toBe('read');
  expect(kind('filesystem.read_text_file')).toBe('read');
  expect(kind('files__write_file')).toBe('write');
  expect(kind('functions.shell')).toBe('run');
  expect(kind('github__grep')).toBe('search');
  expect(kind('design__edit')).toBe('other');
  expect(kind('mcp__x__str_replace_editor')).toBe('other');
  expect(kind('mcp__x__')).toBe('other');
});

test('every preset is plain JSON data', () => {
  for (const preset of [claudeCode, cline, codex, llxprt, mcpFilesystem, opencode, openhands, pi])
    expect(JSON.parse(JSON.stringify(preset))).toEqual(preset);
});

test.each([
  ['TodoRead', {}],
  ['TaskUpdate', { status: 'completed' }],
  ['update_todo_list', { todos: 'nothing to do' }],
  ['task_tracker', { command: 'view' }],
])('a call that writes no list and names no task writes no plan: %s %j', (name, parameters) => {
  expect(defaultToolTaxonomy.describe(name, parameters).plan).toBeUndefined();
});
