import type { ToolUse } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToolTaxonomy, defaultToolTaxonomy, READ_TOOLS, WRITE_TOOLS } from '../src/index.ts';

const use = (name: string, parameters: unknown): ToolUse =>
  defaultToolTaxonomy.describe(name, parameters);

test('the tools of llxprt-code that read and write are the ones its host contract lists', () => {
  expect(READ_TOOLS).toEqual(['read_file', 'read_line_range', 'read_many_files', 'ast_read_file']);
  expect(WRITE_TOOLS).toEqual([
    'write_file',
    'ast_edit',
    'replace',
    'insert_at_line',
    'delete_line_range',
  ]);
  for (const name of READ_TOOLS) expect(use(name, {}).kind).toBe('read');
  for (const name of WRITE_TOOLS) expect(use(name, {}).kind).toBe('write');
});

test('a path is found under file_path, then absolute_path, then path; an empty one hides none', () => {
  expect(use('read_file', { path: 'c', absolute_path: 'b', file_path: 'a' }).paths).toEqual(['a']);
  expect(use('read_file', { path: 'c', absolute_path: 'b', file_path: '' }).paths).toEqual(['b']);
  expect(use('read_file', { path: 'c', absolute_path: 7 }).paths).toEqual(['c']);
});

test('read_many_files reads all paths that are strings', () => {
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
  'read_many_files takes %s for a pattern',
  (path) => {
    expect(use('read_many_files', { paths: ['plain.ts', path] }).hasGlob).toBe(true);
  },
);

test('a tool that opens one file takes its path literally', () => {
  expect(use('Read', { file_path: 'app/[id]/page.tsx' }).hasGlob).toBe(false);
});

test('only what changes nothing may be done again without a thought', () => {
  const harmless = ['read_file', 'Grep', 'glob', 'web_fetch', 'todo_read'];
  const risky = ['run_shell_command', 'Write', 'TodoWrite', 'nobody_knows_me'];
  for (const name of harmless) expect(use(name, {}).hasSideEffects).toBe(false);
  for (const name of risky) expect(use(name, {}).hasSideEffects).toBe(true);
});

test('the key is the path, else what the tool is about', () => {
  expect(use('Edit', { file_path: '/a.ts', old_string: 'x' }).key).toBe('/a.ts');
  expect(use('Bash', { command: ' ls -la\n', description: 'List' }).key).toBe('ls -la');
  expect(use('Grep', { pattern: 'foo', path: 'src' }).key).toBe('foo');
  expect(use('WebFetch', { url: 'https://a.b', prompt: 'p' }).key).toBe('https://a.b');
  expect(use('TodoWrite', { todos: [] }).key).toBeUndefined();
});

test('a key is short and never holds half a character', () => {
  const { key } = use('Bash', { command: `${'x'.repeat(499)}😀 and more` });
  expect(key).toBe('x'.repeat(499));
  expect(use('read_file', '{"file_path":"a\\ud800b.ts"}').key).toBe('a\u{FFFD}b.ts');
});

test('an unknown tool is treated with care', () => {
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

test('parameters that are still JSON text are read', () => {
  expect(use('Read', '{"file_path":"a.ts"}').paths).toEqual(['a.ts']);
  expect(use('Read', '{"file_path":"a.ts"').paths).toEqual([]);
});

test('a later preset wins, and the parameters of the earlier ones still work', () => {
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

test('describe never throws and never lies about its shape, whatever the parameters are', () => {
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

test('parameters that refuse to be read say nothing', () => {
  const hostile = {
    get file_path(): string {
      throw new Error('no');
    },
  };
  expect(use('Read', hostile)).toMatchObject({ kind: 'read', paths: [] });
});
