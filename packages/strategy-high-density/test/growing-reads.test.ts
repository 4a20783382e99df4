import { createStrategy } from '@palimpsest/engine';
import type { ContentBlock, DensityConfig, DensityResult, IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';

const CONFIG: DensityConfig = {
  readWritePruning: true,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 1,
  workspaceRoot: '/w',
};

const LONG = 'text\n'.repeat(40);

function called(id: string, name: string, ...paths: readonly string[]): IContent {
  const parameters = paths.length > 1 ? { paths } : { file_path: paths[0] };
  return { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] };
}

function answered(...answers: readonly (readonly [id: string, name: string, error?: string])[]) {
  const blocks = answers.map(([callId, toolName, error]): ContentBlock => ({
    type: 'tool_response',
    callId,
    toolName,
    result: LONG,
    ...(error === undefined ? {} : { error }),
  }));
  return { speaker: 'tool', blocks } as const satisfies IContent;
}

const read = (id: string, ...paths: readonly string[]): IContent[] => {
  const name = paths.length > 1 ? 'read_many_files' : 'read_file';
  return [called(id, name, ...paths), answered([id, name])];
};
const write = (id: string, path: string): IContent[] => [
  called(id, 'write_file', path),
  answered([id, 'write_file']),
];
const NEXT = [called('next', 'list_directory', '.'), answered(['next', 'list_directory'])];

/** Returns the removals after each chunk. Each plan must equal the plan of a new strategy. */
function grown(chunks: readonly (readonly IContent[])[], config = CONFIG): (readonly number[])[] {
  const strategy = createStrategy(highDensity);
  const entries: IContent[] = [];
  return chunks.map((chunk) => {
    entries.push(...chunk);
    const plan = strategy.optimize([...entries], config);
    const anew = createStrategy(highDensity).optimize([...entries], config);
    expect(plan.removals).toEqual(anew.removals);
    expect([...plan.replacements]).toEqual([...anew.replacements]);
    return plan.removals;
  });
}

test('a read becomes stale through a later write', () => {
  expect(
    grown([
      [...read('1', 'a.ts'), ...write('2', 'a.ts'), ...read('3', 'a.ts'), ...NEXT],
      [...write('4', 'a.ts'), ...NEXT],
    ]),
  ).toEqual([
    [0, 1],
    [0, 1, 4, 5],
  ]);
});

test('two writes of one file do not make a read of two files stale, but a write of the other does', () => {
  expect(
    grown([
      [...read('1', 'a.ts', 'b.ts'), ...write('2', 'a.ts'), ...NEXT],
      [...write('3', 'a.ts'), ...NEXT],
      [...write('4', 'b.ts'), ...NEXT],
    ]),
  ).toEqual([[], [], [0, 1]]);
});

test('three writes of one file do not make a read of two files stale', () => {
  expect(
    grown([
      [...read('1', 'a.ts', 'b.ts'), ...write('2', 'a.ts'), ...read('3', 'a.ts'), ...NEXT],
      [...write('4', 'a.ts'), ...NEXT],
      [...write('5', 'a.ts'), ...NEXT],
    ]),
  ).toEqual([[], [4, 5], [4, 5]]);
});

test('a result that arrives after the write is stale at once', () => {
  expect(
    grown([
      [called('late', 'read_file', 'a.ts'), ...write('2', 'a.ts'), ...NEXT],
      [answered(['late', 'read_file']), ...NEXT],
    ]),
  ).toEqual([[], [0, 5]]);
});

test('removes a stale read in the first entry of a history', () => {
  expect(
    grown([
      [
        called('read', 'read_file', 'a.ts'),
        called('write', 'write_file', 'a.ts'),
        answered(['read', 'read_file'], ['write', 'write_file']),
        ...NEXT,
      ],
    ]),
  ).toEqual([[0]]);
});

test('a later user message does not end the newest exchange', () => {
  expect(
    grown([
      [
        called('read', 'read_file', 'a.ts'),
        called('write', 'write_file', 'a.ts'),
        answered(['read', 'read_file'], ['write', 'write_file']),
        { speaker: 'human', blocks: [{ type: 'text', text: 'And now?' }] },
      ],
    ]),
  ).toEqual([[]]);
});

test('the late result of an earlier write does not bring a stale read back', () => {
  expect(
    grown([
      [
        called('early', 'write_file', 'a.ts'),
        ...read('2', 'a.ts'),
        ...write('3', 'a.ts'),
        answered(['early', 'write_file']),
        ...NEXT,
      ],
      [called('later', 'glob', '*.ts'), answered(['later', 'glob'])],
    ]),
  ).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test.each(['list_directory', 'grep', 'search_file_content', 'glob'])(
  '%s with a path is not a write',
  (name) => {
    const use: IContent = {
      speaker: 'ai',
      blocks: [{ type: 'tool_call', id: 'use', name, parameters: { path: 'a.ts', pattern: 'a' } }],
    };
    expect(grown([[...read('1', 'a.ts'), use, answered(['use', name]), ...NEXT]])).toEqual([[]]);
  },
);

const ONE = [...read('1', 'a.ts'), ...read('2', 'b.ts'), ...read('3', 'c.ts')];

/** Returns the indices of the entries whose old results are pruned. */
const pruned = ({ replacements }: DensityResult): number[] => [...replacements.keys()];

test('a removed read counts neither as a new nor as an old result', () => {
  const config = { ...CONFIG, recencyPruning: true, recencyRetention: 2 };
  const strategy = createStrategy(highDensity);
  const entries = [
    ...read('1', 'a.ts'),
    ...read('2', 'b.ts'),
    ...write('3', 'a.ts'),
    ...NEXT,
    ...read('4', 'c.ts'),
    ...NEXT,
    ...read('5', 'd.ts'),
    ...NEXT,
  ];
  const plans = [8, 12, 16].map((length) => strategy.optimize(entries.slice(0, length), config));
  expect(plans.map(({ removals }) => removals)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  expect(plans.map(pruned)).toEqual([[], [], [3, 7]]);
});

test('keeps a pruned result again when the results after it were removed', () => {
  const config = { ...CONFIG, recencyPruning: true };
  const strategy = createStrategy(highDensity);
  const entries = [...ONE, ...write('4', 'b.ts'), ...NEXT, ...write('5', 'c.ts'), ...NEXT];
  const plans = [6, 10, 14].map((length) => strategy.optimize(entries.slice(0, length), config));
  expect(plans.map(({ removals }) => removals)).toEqual([[], [2, 3], [2, 3, 4, 5]]);
  expect(plans.at(-1)!.replacements.get(1)).toBeUndefined();
});

test('prunes an old result in the entry of the newest one only after another tool call', () => {
  const config = { ...CONFIG, readWritePruning: false, recencyPruning: true };
  const strategy = createStrategy(highDensity);
  const entries = [
    called('old', 'read_file', 'a.ts'),
    called('new', 'read_file', 'b.ts'),
    answered(['old', 'read_file'], ['new', 'read_file']),
    called('next', 'list_directory', '.'),
    answered(['next', 'list_directory']),
  ];
  const plans = [3, 4, 5].map((length) => strategy.optimize(entries.slice(0, length), config));
  expect(plans.map(({ metadata }) => metadata.recencyPruned)).toEqual([0, 1, 1]);
  expect(plans.map(pruned)).toEqual([[], [2], [2]]);
});
