import type { ToolUse } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createToolTaxonomy,
  defaultToolTaxonomy,
  LLXPRT_READ_TOOLS,
  LLXPRT_WRITE_TOOLS,
} from '../../src/tools/index.ts';

const use = (name: string, parameters: unknown): ToolUse =>
  defaultToolTaxonomy.describe(name, parameters);

test("knows the read and write tools of llxprt-code's host contract", () => {
  expect(LLXPRT_READ_TOOLS).toEqual([
    'read_file',
    'read_line_range',
    'read_many_files',
    'ast_read_file',
  ]);
  expect(LLXPRT_WRITE_TOOLS).toEqual([
    'write_file',
    'ast_edit',
    'replace',
    'insert_at_line',
    'delete_line_range',
  ]);
  for (const name of LLXPRT_READ_TOOLS) expect(use(name, {}).kind).toBe('read');
  for (const name of LLXPRT_WRITE_TOOLS) expect(use(name, {}).kind).toBe('write');
});

test('reads all paths of read_many_files that are strings', () => {
  const found = use('read_many_files', { paths: ['a.ts', 1, null, '', { path: 'x' }, 'b.ts'] });
  expect(found).toMatchObject({
    kind: 'read',
    paths: ['a.ts', 'b.ts'],
    hasGlob: false,
    key: 'a.ts',
  });
  expect(use('read_many_files', { paths: ['a'], include: ['b'] }).paths).toEqual(['a', 'b']);
});

test.each(['src/**', 'a?.ts', '[ab].ts', '{a,b}.ts', '!a.ts', 'src/'])(
  'read_many_files treats %s as a pattern',
  (path) => {
    expect(use('read_many_files', { paths: ['plain.ts', path] }).hasGlob).toBe(true);
  },
);

test('only tools that change nothing have no side effects', () => {
  const harmless = ['read_file', 'Grep', 'glob', 'web_fetch', 'todo_read'];
  const risky = ['run_shell_command', 'Write', 'TodoWrite', 'nobody_knows_me'];
  for (const name of harmless) expect(use(name, {}).hasSideEffects).toBe(false);
  for (const name of risky) expect(use(name, {}).hasSideEffects).toBe(true);
});

test('the key is the main argument of the call: a path, a command, a pattern or a URL', () => {
  expect(use('Edit', { file_path: '/a.ts', old_string: 'x' }).key).toBe('/a.ts');
  expect(use('Bash', { command: ' ls -la\n', description: 'List' }).key).toBe('ls -la');
  expect(use('Grep', { pattern: 'foo', path: 'src' }).key).toBe('foo');
  expect(use('WebFetch', { url: 'https://a.b', prompt: 'p' }).key).toBe('https://a.b');
  expect(use('TodoWrite', { todos: [] }).key).toBeUndefined();
});

test('an unknown tool is other and has side effects', () => {
  expect(use('frobnicate', { path: 'a.ts', mode: 1 })).toEqual({
    kind: 'other',
    paths: [],
    hasGlob: false,
    hasSideEffects: true,
    key: 'a.ts',
  });
  for (const name of ['constructor', '__proto__', 'toString', ''])
    expect(use(name, {}).kind).toBe('other');
});

test('the last preset takes precedence, and the path keys of earlier presets still apply', () => {
  const taxonomy = createToolTaxonomy([
    { name: 'one', tools: { open: { kind: 'read', pathKeys: ['file'] } } },
    { name: 'two', tools: { open: { kind: 'write', pathKeys: ['target'] } } },
  ]);
  expect(taxonomy.describe('open', { file: 'a', target: 'b' })).toMatchObject({
    kind: 'write',
    paths: ['b'],
    hasSideEffects: true,
  });
  expect(taxonomy.describe('open', { file: 'a' }).paths).toEqual(['a']);
});

test('returns a valid description without throwing, for any arguments', () => {
  const names = [
    'Read',
    'read_many_files',
    'apply_patch',
    'Bash',
    'shell',
    'str_replace_editor',
    'x',
  ];
  const parameters = fc.oneof(
    fc.anything(),
    fc.dictionary(
      fc.constantFrom('path', 'paths', 'file_path', 'command', 'input', 'files', 'include'),
      fc.anything(),
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), parameters, (name, given) => {
      const { paths, hasGlob, hasSideEffects, key } = use(name, given);
      expect(paths.every((path) => typeof path === 'string' && path !== '')).toBe(true);
      expect(typeof hasGlob).toBe('boolean');
      expect(typeof hasSideEffects).toBe('boolean');
      expect(key === undefined || (key.length > 0 && key.length <= 500)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('ignores arguments that throw when read', () => {
  const hostile = {
    get file_path(): string {
      throw new Error('no');
    },
  };
  expect(use('Read', hostile)).toMatchObject({ kind: 'read', paths: [] });
});
