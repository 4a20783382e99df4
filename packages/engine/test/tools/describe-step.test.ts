import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/tools/presets/claude-code.ts';
import { cline } from '../../src/tools/presets/cline.ts';
import { codex } from '../../src/tools/presets/codex.ts';
import {
  createFolderNamer,
  createToolTaxonomy,
  defaultToolTaxonomy,
  describeStep,
  type StepDescription,
  type ToolPreset,
} from '../../src/tools/index.ts';
import { llxprt } from '../../src/tools/presets/llxprt.ts';
import { mcpFilesystem } from '../../src/tools/presets/mcp-filesystem.ts';
import { opencode } from '../../src/tools/presets/opencode.ts';
import { openhands } from '../../src/tools/presets/openhands.ts';

function described(name: string, parameters: unknown, preset?: ToolPreset): StepDescription {
  const taxonomy = preset === undefined ? defaultToolTaxonomy : createToolTaxonomy([preset]);
  return describeStep(name, parameters, taxonomy.describe(name, parameters));
}

/** Returns the words of a step on one line, and its texts with their labels. */
function said(...call: Parameters<typeof described>): string[] {
  const { verb, object, details, texts } = described(...call);
  const title = [`${verb} ${object}`.trim(), details].filter((words) => words !== '').join(', ');
  return [title, ...texts.map(({ label, text }) => `${label}: ${text}`)];
}

const PATCH = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';
const EDIT = { old_str: 'x', new_str: 'y' };

const STEPS: readonly (readonly [ToolPreset | undefined, string, unknown, readonly string[]])[] = [
  [
    claudeCode,
    'Read',
    { file_path: '/a.ts', offset: 620, limit: 130 },
    ['Read /a.ts, lines 620–749'],
  ],
  [claudeCode, 'Read', { file_path: '/a.ts' }, ['Read /a.ts']],
  [claudeCode, 'Grep', { pattern: 'a', '-C': 5 }, ['Searched for `a`, -C 5']],
  [
    openhands,
    'str_replace_editor',
    { command: 'view', path: '/a.ts', view_range: [3, 40] },
    ['Read /a.ts, lines 3–40'],
  ],
  [
    llxprt,
    'read_line_range',
    { absolute_path: '/a.ts', start_line: 3, end_line: 9 },
    ['Read /a.ts, lines 3–9'],
  ],
  [
    claudeCode,
    'Edit',
    { file_path: '/a.ts', old_string: 'x', new_string: 'y' },
    ['Edited /a.ts', 'replacing: x', 'with: y'],
  ],
  [
    opencode,
    'edit',
    { filePath: '/a.ts', oldString: 'x', newString: 'y' },
    ['Edited /a.ts', 'replacing: x', 'with: y'],
  ],
  [
    openhands,
    'str_replace_editor',
    { command: 'str_replace', path: '/a.ts', ...EDIT },
    ['Edited /a.ts', 'replacing: x', 'with: y'],
  ],
  [
    openhands,
    'str_replace_editor',
    { command: 'insert', path: '/a.ts', insert_line: 3, new_str: 'y' },
    ['Edited /a.ts, insert line 3', 'with: y'],
  ],
  [
    mcpFilesystem,
    'edit_file',
    {
      path: '/a.ts',
      edits: [
        { oldText: 'x', newText: 'y' },
        { oldText: 'z', newText: 'w' },
      ],
    },
    ['Edited /a.ts', 'replacing: x', 'with: y', 'replacing: z', 'with: w'],
  ],
  [cline, 'replace_in_file', { path: 'a.ts', diff: '-x\n+y' }, ['Edited a.ts', ': -x\n+y']],
  [codex, 'apply_patch', PATCH, ['Edited a.ts', `: ${PATCH}`]],
  [codex, 'apply_patch', { input: PATCH }, ['Edited a.ts', `: ${PATCH}`]],
  [codex, 'shell', { command: ['apply_patch', PATCH] }, ['Edited a.ts', `: ${PATCH}`]],
  [claudeCode, 'Write', { file_path: '/a.ts', content: 'x\ny' }, ['Wrote /a.ts', ': x\ny']],
  [
    openhands,
    'str_replace_editor',
    { command: 'create', path: '/a.ts', file_text: 'x' },
    ['Wrote /a.ts', ': x'],
  ],
  [
    openhands,
    'str_replace_editor',
    { command: 'undo_edit', path: '/a.ts' },
    ['Changed /a.ts, command undo_edit'],
  ],
  [
    llxprt,
    'delete_line_range',
    { absolute_path: '/a.ts', start_line: 3, end_line: 9 },
    ['Changed /a.ts, lines 3–9'],
  ],
  [claudeCode, 'Bash', { command: 'go test ./...', timeout: 9_000 }, ['Ran `go test ./...`']],
  [claudeCode, 'Bash', { command: 'cat <<E\nx\nE' }, ['Ran a command', 'command: cat <<E\nx\nE']],
  [
    codex,
    'shell',
    { command: ['bash', '-lc', 'ls -la'], workdir: '/a' },
    ['Ran `ls -la`, workdir /a'],
  ],
  [codex, 'exec_command', JSON.stringify({ cmd: 'ls' }), ['Ran `ls`']],
  [claudeCode, 'Grep', { pattern: 'openGate', path: 'src' }, ['Searched for `openGate`, in src']],
  [mcpFilesystem, 'list_directory', { path: '/a' }, ['Searched /a']],
  [claudeCode, 'WebFetch', { url: 'https://a.b/c' }, ['Fetched https://a.b/c']],
  [claudeCode, 'WebSearch', { query: 'tariffs' }, ['Looked up tariffs']],
  [
    claudeCode,
    'TodoWrite',
    {
      todos: [
        { content: 'Fix it', status: 'done' },
        { content: 'Test it', status: 'open' },
      ],
    },
    ['Updated the plan', ': content Fix it, status done\ncontent Test it, status open'],
  ],
  [
    undefined,
    'create_ticket',
    { title: 'It broke', labels: ['a', 'b'], meta: { team: 'x', due: 3 }, isOpen: true },
    ['Used create_ticket, title It broke, labels a, b, meta team x, due 3'],
  ],
  [undefined, 'create_ticket', { body: 'One.\nTwo.' }, ['Used create_ticket', 'body: One.\nTwo.']],
  [undefined, 'ping', 'hello', ['Used ping hello']],
  [undefined, 'ping', null, ['Used ping']],
];

test.each(STEPS)(
  'says in past tense what was done: %s %s %j',
  (preset, name, parameters, expected) => {
    expect(said(name, parameters, preset)).toEqual(expected);
  },
);

test('no title has the form of a call: no name stands before a bracket', () => {
  const tools = fc.constantFrom(...STEPS.map(([, name]) => name));
  const names = fc.oneof(
    tools,
    fc.string({ unit: 'binary' }),
    tools.map((name) => `${name}({`),
  );
  // What the agent wrote may be code. Its keys and the structure of its arguments may not.
  const value = fc.oneof(
    fc.stringMatching(/^[\w ./:]{0,30}$/),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const key = fc.oneof(
    fc.constantFrom('path', 'command', 'edits', 'query', 'f(', 'f {', 'todos'),
    fc.string(),
  );
  const { parameters } = fc.letrec<{ parameters: unknown; member: unknown }>((tie) => ({
    member: fc.oneof(
      { depthSize: 'small' },
      value,
      fc.array(tie('member')),
      fc.dictionary(key, tie('member')),
    ),
    parameters: fc.oneof(
      fc.dictionary(key, tie('member')),
      fc.dictionary(key, tie('member')).map((record) => JSON.stringify(record)),
    ),
  }));
  fc.assert(
    fc.property(names, parameters, (name, given) => {
      const { verb, object, details } = described(name, given);
      const title = `${verb} ${object}, ${details}`;
      expect(title).not.toMatch(/[\p{L}\p{N}_]\s*[({[]/u);
    }),
    { numRuns: 2_000 },
  );
});

test('a command names its folder, unless most commands ran there', () => {
  const steps = ['cd /a && ls', 'cd /a && make', 'git status', 'cd /b && ls -la'].map((command) =>
    described('Bash', { command }),
  );
  expect(steps.map(({ object }) => object)).toEqual(['`ls`', '`make`', '`git status`', '`ls -la`']);
  expect(steps.map(createFolderNamer(steps))).toEqual(['', '', '', 'in /b']);
});
