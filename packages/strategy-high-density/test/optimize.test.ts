import { historyArbitrary } from '@palimpsest/conformance';
import {
  DROPPED_POINTER,
  PRUNED_POINTER,
  soleText,
  type DensityConfig,
  type DensityResult,
  type IContent,
} from '@palimpsest/core-types';
import { indexExchanges, repairHistory } from '@palimpsest/engine/history';
import { history } from '@palimpsest/testing';
import { LLXPRT_READ_TOOLS, LLXPRT_WRITE_TOOLS } from '@palimpsest/engine/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultsOf } from './compressed.ts';
import { optimized } from './optimized.ts';

const LONG = 'one line of a long result\n'.repeat(20);
const FILE = { file_path: 'a.ts' } as const;
const READS = { readWritePruning: true } as const;
const POINTERS = { ...READS, staleReads: 'pointer' } as const;
const ALL: Partial<DensityConfig> = {
  ...READS,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 1,
};
const NOTHING: DensityResult = {
  removals: [],
  replacements: new Map(),
  metadata: { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
};

type Use = readonly [name: string, parameters: unknown, result?: unknown, error?: string];

/** A history of calls with their results. */
function uses(...calls: readonly Use[]): IContent[] {
  const built = history();
  for (const [name, parameters, result = LONG, error] of calls)
    built.call(name, parameters).result(result, error);
  return built.build();
}

const read = (path: string, result?: unknown): Use => ['read_file', { file_path: path }, result];
const write = (path: string): Use => ['write_file', { file_path: path }, 'ok'];

test.each(
  LLXPRT_READ_TOOLS.flatMap((name) => LLXPRT_WRITE_TOOLS.map((writer) => [name, writer] as const)),
)('removes %s, call and result, after %s changed the file', (name, writer) => {
  const parameters = name === 'read_many_files' ? { paths: ['a.ts'] } : FILE;
  const before = uses([name, parameters], [writer, { absolute_path: '/work/a.ts' }, 'ok']);
  const { history: after, result } = optimized(before, READS);
  expect(after).toEqual(before.slice(2));
  expect(result.metadata.readWritePairsPruned).toBe(1);
});

test.each<readonly [string, readonly Use[]]>([
  ['the write was of another file', [read('a.ts'), write('b.ts')]],
  ['the write failed', [read('a.ts'), ['write_file', FILE, '', 'EACCES']]],
  [
    'the write failed and is a line already',
    [read('a.ts'), ['replace', FILE, '[replace a.ts: error]\nError: no occurrence found']],
  ],
  ['the read failed', [['read_file', FILE, '', 'ENOENT'], write('a.ts')]],
  ['the file was read after the write', [write('a.ts'), read('a.ts')]],
  ['the other call only views it', [read('a.ts'), ['grep', { path: 'a.ts', pattern: 'a' }]]],
  [
    'one of several files was not written',
    [['read_many_files', { paths: ['a.ts', 'c.ts'] }], write('a.ts')],
  ],
  ['a pattern may cover more', [['read_many_files', { paths: ['a.ts', '*.ts'] }], write('a.ts')]],
])('keeps a read if %s', (_, calls) => {
  const before = uses(...calls, ['glob', {}]);
  expect(optimized(before, READS).history).toEqual(before);
});

test('removes only the blocks of the stale read, and an entry with nothing but reasoning or blank text left', () => {
  const [calls, results] = history()
    .calls(['read_file', FILE], ['glob', { pattern: '*.ts' }])
    .results(LONG, 'a.ts')
    .build();
  const metadata = { timestamp: 7 };
  const text = { type: 'text', text: 'I will look.' } as const;
  const before: IContent[] = [
    { ...calls!, metadata, blocks: [text, ...calls!.blocks] },
    { ...results!, metadata },
    ...history().call('read_file', FILE, { id: 'r', thought: 'Hm.' }).result(LONG).build(),
    ...history().call('write_file', FILE, { id: 'w' }).result('ok').build(),
  ];
  const { history: after } = optimized(before, READS);
  expect(after).toEqual([
    { ...before[0], blocks: [text, calls!.blocks[1]] },
    { ...before[1], blocks: [results!.blocks[1]] },
    ...before.slice(4),
  ]);
  const blank = { ...before[0]!, blocks: [{ ...text, text: ' \n' }, calls!.blocks[0]!] };
  const alone = { ...before[1]!, blocks: [results!.blocks[0]!] };
  const { result } = optimized([blank, alone, ...before.slice(4)], READS);
  expect(result.removals).toEqual([0, 1]);
});

test('with `pointer`, keeps call and result, and replaces a payload that is longer than the pointer', () => {
  const before = uses(read('a.ts'), read('a.ts', 'short'), write('a.ts'));
  const { history: after, result } = optimized(before, POINTERS);
  expect(resultsOf(after)).toEqual([PRUNED_POINTER, 'short', 'ok']);
  expect(result.metadata.readWritePairsPruned).toBe(1);
  expect(optimized(after, POINTERS).result).toEqual(NOTHING);
});

test('keeps pinned entries and the other half of their exchange', () => {
  const before = uses(read('a.ts'), write('a.ts'));
  for (const index of [0, 1]) {
    const pinned = before.with(index, { ...before[index]!, metadata: { pinned: true } });
    expect(optimized(pinned, READS).history).toEqual(pinned);
  }
});

const texts = (entries: readonly IContent[]): unknown[] =>
  entries.map(({ blocks: [block] }) => (block?.type === 'text' ? block.text : undefined));

const included = (path: string, content: string): string =>
  `--- ${path} ---\n${content}\n--- End of content ---`;

test.each([
  [
    'around other text',
    [`Look:\n${included('a.ts', 'old')}\nWhy?`, `Now:\n${included('/work/a.ts', 'new')}`],
    ['Look:\nWhy?', `Now:\n${included('/work/a.ts', 'new')}`],
  ],
  [
    'alone, which leaves a marker',
    [included('a.ts', 'x'), included('a.ts', 'y')],
    ['[dup of a.ts: included again below]', included('a.ts', 'y')],
  ],
])('keeps the newest of two inclusions of a file: %s', (_, given, expected) => {
  const built = history();
  for (const text of given) built.human(text);
  const { history: after, result } = optimized(built.build(), { fileDedupe: true });
  expect(texts(after)).toEqual(expected);
  expect(result.metadata.fileDeduplicationsPruned).toBe(1);
});

const recency = (entries: readonly IContent[], recencyRetention = 1) =>
  optimized(entries, { recencyPruning: true, recencyRetention });

/** Results of one tool, and a newest exchange with another one, which never changes. */
const many = (count: number, result: unknown = LONG, name = 'read_file'): IContent[] =>
  uses(...Array.from({ length: count }, (): Use => [name, FILE, result]), ['glob', {}, 'a.ts']);

test.each([
  [-3, 4],
  [0.5, 4],
  [1.9, 4],
  [3, 2],
  [5, 0],
  [Number.POSITIVE_INFINITY, 0],
  [Number.NaN, 0],
])('of five results, a retention of %d prunes the oldest %d', (retention, pruned) => {
  const { history: after, result } = recency(many(5), retention);
  const expected = Array.from({ length: 5 }, (_, at) => (at < pruned ? PRUNED_POINTER : LONG));
  expect(resultsOf(after)).toEqual([...expected, 'a.ts']);
  expect(result.metadata.recencyPruned).toBe(pruned);
});

test('counts the results of each tool separately, with those of a batch and those without a call', () => {
  const [, lost] = uses(['grep', {}]);
  const batch = history().calls(['grep'], ['read_file', FILE]).results(LONG, LONG).build();
  const { history: after } = recency([lost!, ...batch, ...many(1)]);
  expect(resultsOf(after)).toEqual([PRUNED_POINTER, LONG, PRUNED_POINTER, LONG, 'a.ts']);
});

test.each([
  ['web_fetch', PRUNED_POINTER],
  ['run_shell_command', DROPPED_POINTER],
  ['nobody_knows_it', DROPPED_POINTER],
  ['todo_write', LONG],
  ['save_memory', LONG],
])(
  'recommends another run only of tools without side effects, and keeps notes: %s',
  (name, expected) => {
    expect(resultsOf(recency(many(2, LONG, name)).history)[0]).toBe(expected);
  },
);

const circle: Record<string, unknown> = { name: 'x'.repeat(10) };
circle['self'] = circle;

test.each([
  ['a text as long as the pointer', 'x'.repeat(PRUNED_POINTER.length), false],
  ['a text one longer', 'x'.repeat(PRUNED_POINTER.length + 1), true],
  ['nothing', null, false],
  ['a small object', { ok: true }, false],
  ['an object', { stdout: LONG }, true],
  ['a list of text parts', [{ type: 'text', text: LONG }], true],
  ['a circular object', circle, true],
  ['the line of an earlier compression', `[read_file ${'a/'.repeat(40)}: success, 9 lines]`, false],
])(
  'prunes a result only if it is longer than the pointer and no marker: %s',
  (_, value, isPruned) => {
    const [result] = resultsOf(recency(many(2, value)).history);
    expect(soleText(result) === PRUNED_POINTER).toBe(isPruned);
    expect(Array.isArray(result)).toBe(Array.isArray(value));
  },
);

test('a failure keeps its error, its first error line and its last line', () => {
  const log = `collected 3 items\n${'.\n'.repeat(200)}E   TypeError: x is undefined\n${'at y\n'.repeat(50)}1 failed`;
  const pytest: Use = ['run_shell_command', { command: 'pytest' }, log, 'Exit code 1'];
  const { history: after } = recency(uses(pytest, ['run_shell_command', { command: 'ls' }]));
  expect(after[1]!.blocks[0]).toMatchObject({
    error: 'Exit code 1',
    result: '[run_shell_command pytest: error, 253 lines]\nE   TypeError: x is undefined\n1 failed',
  });
});

test('a stale read counts neither as a new nor as an old result, in whatever phase it is removed', () => {
  const before = uses(read('kept.ts'), read('a.ts'), write('a.ts'));
  expect(optimized(before, ALL).history).toEqual([...before.slice(0, 2), ...before.slice(4)]);
  const include = included('b.ts', 'x');
  const [call, answer] = uses(read('a.ts'));
  const text = { type: 'text', text: `Look\n${include}` } as const;
  const asked: IContent = { speaker: 'human', blocks: [...answer!.blocks, text] };
  const mixed = [call!, asked, ...uses(write('a.ts')), ...history().human(include).build()];
  expect(optimized(mixed, ALL).history[0]!.blocks).toEqual([{ type: 'text', text: 'Look\n' }]);
});

const configs: fc.Arbitrary<DensityConfig> = fc.record({
  readWritePruning: fc.boolean(),
  fileDedupe: fc.boolean(),
  recencyPruning: fc.boolean(),
  recencyRetention: fc.integer({ min: -1, max: 4 }),
  workspaceRoot: fc.constantFrom('/w', 'C:\\x', ''),
  staleReads: fc.constantFrom('removal' as const, 'pointer' as const),
});

test('lists each index once and in order, keeps other objects and the newest exchange, and a second run changes nothing', () => {
  fc.assert(
    fc.property(historyArbitrary(), configs, (given, config) => {
      const before = repairHistory(given).history;
      const { history: after, result } = optimized(before, config);
      const { removals, replacements } = result;
      expect(removals).toEqual([...new Set(removals)].toSorted((one, other) => one - other));
      expect(removals.filter((index) => replacements.has(index))).toEqual([]);
      const kept = before.filter((_, at) => !removals.includes(at) && !replacements.has(at));
      expect(after.filter((entry) => before.includes(entry))).toEqual(kept);
      const newest = indexExchanges(before).exchanges.at(-1)?.calls ?? [];
      const places = newest.flatMap(({ entry, response }) => [entry, response?.entry ?? entry]);
      expect(kept).toEqual(expect.arrayContaining(places.map((at) => before[at])));
      expect(optimized(before, config).result).toEqual(result);
      expect(optimized(after, config).result).toEqual(NOTHING);
      const off = { readWritePruning: false, fileDedupe: false, recencyPruning: false };
      expect(optimized(before, { ...config, ...off }).result).toEqual(NOTHING);
    }),
  );
});

test('never throws and removes only whole pairs, whatever the parameters are', () => {
  const names = fc.constantFrom(
    ...LLXPRT_READ_TOOLS,
    ...LLXPRT_WRITE_TOOLS,
    'Read',
    'apply_patch',
    'shell',
    '',
  );
  const call = fc.tuple(names, fc.anything({ withBigInt: true, withDate: true, withMap: true }));
  fc.assert(
    fc.property(fc.array(call, { maxLength: 8 }), (list) => {
      expect(optimized(uses(...list), ALL).result.removals.length % 2).toBe(0);
    }),
  );
});
