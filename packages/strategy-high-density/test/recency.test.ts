import {
  DROPPED_POINTER,
  PRUNED_POINTER,
  soleText,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OFF, optimized } from './optimized.ts';

const LONG = 'one line of a long result\n'.repeat(20);

function responses(entries: readonly IContent[]): ToolResponseBlock[] {
  return entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block] : [])),
  );
}

/** Appends an exchange with another tool. As the newest exchange, it is never changed. */
function withEnd(built: ReturnType<typeof history>): IContent[] {
  return built.call('glob', { pattern: '*' }).result('a.ts').build();
}

function reads(count: number, result: unknown = LONG, name = 'read_file'): IContent[] {
  const built = history();
  for (let at = 0; at < count; at += 1) built.call(name, { file_path: `${at}.ts` }).result(result);
  return withEnd(built);
}

function recency(entries: readonly IContent[], recencyRetention = 1): ReturnType<typeof optimized> {
  return optimized(entries, { recencyPruning: true, recencyRetention });
}

test('`PRUNED_POINTER` recommends running the tool again', () => {
  expect(PRUNED_POINTER).toBe('[Result pruned — re-run tool to retrieve]');
});

test.each([
  [0, 4],
  [-3, 4],
  [0.5, 4],
  [1, 4],
  [1.9, 4],
  [3, 2],
  [4, 1],
  [5, 0],
  [6, 0],
  [Number.NEGATIVE_INFINITY, 4],
  [Number.POSITIVE_INFINITY, 0],
  [Number.NaN, 0],
])('of five results, a retention of %d prunes the oldest %d', (retention, pruned) => {
  const before = reads(5);
  const { history: after, result } = recency(before, retention);
  const texts = responses(after).map((response) => response.result);
  expect(texts.slice(0, pruned)).toEqual(Array<string>(pruned).fill(PRUNED_POINTER));
  expect(texts.slice(pruned)).toEqual(responses(before.slice(2 * pruned)).map((r) => r.result));
  expect(result.metadata.recencyPruned).toBe(pruned);
});

test('prunes nothing when the setting is off', () => {
  const before = reads(9);
  expect(optimized(before, OFF).result.replacements.size).toBe(0);
});

test('counts the results of each tool name separately', () => {
  const built = history();
  for (let at = 0; at < 3; at += 1) {
    built.call('read_file', { file_path: 'a.ts' }).result(LONG);
    built.call('grep', { pattern: 'x' }).result(LONG);
  }
  const { history: after } = recency(withEnd(built), 2);
  const pruned = responses(after).filter((response) => response.result === PRUNED_POINTER);
  expect(pruned.map(({ toolName }) => toolName)).toEqual(['read_file', 'grep']);
});

test('changes only the payload, and keeps entries, blocks and their other fields', () => {
  const before = reads(2);
  const { history: after } = recency(before);
  const [, answer] = before;
  const [block] = responses([answer!]);
  const pruned = { ...block!, result: PRUNED_POINTER };
  expect(after).toEqual(before.with(1, { ...answer!, blocks: [pruned] }));
  expect(after[0]).toBe(before[0]);
});

test('prunes the results of one batch individually', () => {
  const before = withEnd(
    history()
      .calls(
        ['read_file', { file_path: 'a.ts' }],
        ['glob', {}],
        ['read_file', { file_path: 'b.ts' }],
      )
      .results(LONG, LONG, LONG),
  );
  const { history: after } = recency(before);
  expect(responses(after).map(({ result }) => result)).toEqual([
    PRUNED_POINTER,
    PRUNED_POINTER,
    LONG,
    'a.ts',
  ]);
});

test.each([
  ['read_file', PRUNED_POINTER],
  ['search_file_content', PRUNED_POINTER],
  ['web_fetch', PRUNED_POINTER],
  ['run_shell_command', DROPPED_POINTER],
  ['write_file', DROPPED_POINTER],
  ['Bash', DROPPED_POINTER],
  ['nobody_knows_it', DROPPED_POINTER],
])('recommends running a tool again only if it has no side effects (C18): %s', (name, pointer) => {
  const { history: after } = recency(reads(2, LONG, name));
  expect(responses(after)[0]!.result).toBe(pointer);
  expect(/re-?run/.test(pointer)).toBe(pointer === PRUNED_POINTER);
});

test.each(['todo_write', 'TodoWrite', 'todo_read', 'save_memory', 'update_plan'])(
  'keeps the notes of the agent (D20): %s',
  (name) => {
    expect(recency(reads(5, LONG, name)).result.replacements.size).toBe(0);
  },
);

test.each([
  ['a short text', 'ok'],
  ['a text as long as the pointer', 'x'.repeat(PRUNED_POINTER.length)],
  ['nothing', null],
  ['a number', 12],
  ['a small object', { ok: true }],
  ['a short list', ['a', 'b']],
])('keeps a result that is not longer than the pointer (D20): %s', (_, value) => {
  const { result } = recency(reads(3, value));
  expect(result.replacements.size).toBe(0);
  expect(result.metadata.recencyPruned).toBe(0);
});

test.each([
  '[read_file packages/one/of/many/index.ts: success, 1245 lines]',
  '[read_file a.ts: error, 40 lines]\nError: ENOENT\nno such file or directory',
])('keeps the summary line of an earlier compression: %s', (line) => {
  const before = reads(3, line);
  expect(recency(before).history).toEqual(before);
});

test.each([
  ['a text one longer', 'x'.repeat(PRUNED_POINTER.length + 1)],
  ['an object', { stdout: LONG }],
  ['a list of text parts', [{ type: 'text', text: LONG }]],
  ['a picture', { data: 'x'.repeat(900), mimeType: 'image/png' }],
])('prunes a result that is longer than the pointer: %s', (_, value) => {
  const [{ result }] = responses(recency(reads(2, value)).history) as [ToolResponseBlock];
  expect(soleText(result)).toBe(PRUNED_POINTER);
  expect(Array.isArray(result)).toBe(Array.isArray(value));
});

test('prunes a circular result and a very deep result', () => {
  const circle: Record<string, unknown> = { name: 'x'.repeat(10) };
  circle['self'] = circle;
  let deep: unknown = 'x';
  for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
  for (const value of [circle, deep]) {
    const [{ result }] = responses(recency(reads(2, value)).history) as [ToolResponseBlock];
    expect(soleText(result)).toBe(PRUNED_POINTER);
  }
});

test('a failure keeps its error, its first error line and its last line (law 7)', () => {
  const log = `collected 3 items\n${'.\n'.repeat(200)}E   TypeError: x is undefined\n${'at y\n'.repeat(50)}1 failed`;
  const before = withEnd(
    history()
      .call('run_shell_command', { command: 'pytest' })
      .result(log, 'Exit code 1')
      .call('run_shell_command', { command: 'ls' })
      .result(LONG),
  );
  const { history: after, result } = recency(before);
  expect(responses(after)[0]).toMatchObject({
    error: 'Exit code 1',
    result: '[run_shell_command pytest: error, 253 lines]\nE   TypeError: x is undefined\n1 failed',
  });
  expect(result.metadata.recencyPruned).toBe(1);
  expect(recency(after).result.replacements.size).toBe(0);
});

test('counts and prunes a result without a call under its own tool name', () => {
  const before = reads(3).filter(({ speaker }) => speaker === 'tool');
  const { history: after } = recency(before);
  expect(responses(after).map(({ result }) => result)).toEqual([
    PRUNED_POINTER,
    PRUNED_POINTER,
    LONG,
    'a.ts',
  ]);
});

test('keeps the newest exchange, however many results it has', () => {
  const before = history()
    .calls(...Array.from({ length: 5 }, () => ['read_file', { file_path: 'a.ts' }] as const))
    .results(LONG, LONG, LONG, LONG, LONG)
    .build();
  expect(recency(before).history).toEqual(before);
});

test('keeps pinned results and counts them', () => {
  const before = reads(3);
  const pinned = before.with(3, { ...before[3]!, metadata: { pinned: true } });
  const { history: after } = recency(pinned, 2);
  expect(after[3]).toBe(pinned[3]);
  expect(responses(after)[0]!.result).toBe(PRUNED_POINTER);
});

test('a second run changes nothing, and the metadata counts the changed results (C15)', () => {
  const step = fc.record({
    name: fc.constantFrom('read_file', 'Bash', 'glob', 'todo_write', 'unheard_of'),
    result: fc.oneof(fc.constantFrom(LONG, 'ok', PRUNED_POINTER, { text: LONG }), fc.jsonValue()),
    error: fc.option(fc.constantFrom('ENOENT', 'x'.repeat(900)), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 25 }),
      fc.integer({ min: 0, max: 4 }),
      (steps, kept) => {
        const built = history();
        for (const { name, result, error } of steps) built.call(name, {}).result(result, error);
        const before = built.build();
        const { history: after, result } = recency(before, kept);
        const old = responses(before);
        const changed = responses(after).filter((response, at) => response !== old[at]);
        expect(result.metadata.recencyPruned).toBe(changed.length);
        expect(recency(after, kept).history).toEqual(after);
      },
    ),
  );
});
