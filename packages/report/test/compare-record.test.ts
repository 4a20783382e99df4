import { readFileSync } from 'node:fs';
import type { IContent, SettingValues } from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import { createRecordEntry, GAP, readRecordEntry, writeRecord } from '@palimpsest/engine/history';
import type { RecordItem } from '@palimpsest/engine/history';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';
import { compareHistories, compareSessions, reportSession } from '../src/index.ts';
import type { Change, ComparedEntry, ComparedText } from '../src/index.ts';

const estimateTokens = (entries: readonly IContent[]): number => JSON.stringify(entries).length;

const user = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const read = (...files: string[]): IContent => ({
  speaker: 'ai',
  blocks: files.map((path) => ({
    type: 'tool_call' as const,
    id: path,
    name: 'read_file',
    parameters: { path },
  })),
});
const result = (path: string, text: string): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: path, toolName: 'read_file', result: text }],
});

const before = [
  user('Find the bug. Never touch main.ts.'),
  { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'Hm.' }, ...read('a.ts').blocks] },
  result('a.ts', 'one of a\ntwo of a\nthree of a'),
  read('b.ts', 'c.ts'),
  result('b.ts', 'one of b'),
  result('c.ts', '1\tone of c\n2\ttwo of c\n3\tthree of c'),
  { speaker: 'ai', blocks: [{ type: 'text', text: 'I will look further.' }] },
  ...['d.ts', 'e.ts'].flatMap((path) => [read(path), result(path, `all of ${path}`)]),
  user('Go on.'),
  read('f.ts'),
  result('f.ts', 'the newest'),
] satisfies IContent[];
const items: RecordItem[] = [
  { kind: 'person', lines: ['Find the bug. Never touch main.ts.'] },
  { kind: 'step', title: 'Read a.ts:', lines: [GAP, 'three of a'] },
  { kind: 'step', title: 'Read b.ts', lines: [] },
  { kind: 'step', title: 'Read c.ts:', lines: ['1\tone of c', 'two of c'] },
  { kind: 'step', title: 'Read d.ts, e.ts', lines: [] },
  { kind: 'person', lines: ['Go on.'] },
];
const after = [createRecordEntry(writeRecord(items)), ...before.slice(-2)];

/** Returns the version after that edits lead to. */
function apply({ before: text, edits }: ComparedText): string[] {
  const lines = text.split('\n');
  let next = 0;
  return edits.flatMap((edit) => {
    if (typeof edit === 'string') return edit.split('\n');
    const run = lines.slice(next, next + Math.abs(edit));
    next += run.length;
    return edit > 0 ? run : [];
  });
}

const rightOf = ({ texts }: ComparedEntry): string[] => texts.flatMap(apply);

test('each item of a report is compared with the entries it came from', () => {
  const { entries, demands } = compareHistories(before, after, { estimateTokens });
  expect(
    entries.map(({ index, lastIndex, change, label }) => [index, lastIndex, change, label]),
  ).toEqual([
    [undefined, undefined, 'added', expect.stringContaining('Report of the earlier part')],
    [0, undefined, 'reported', 'Find the bug. Never touch main.ts.'],
    [1, 2, 'reported', 'Read a.ts'],
    [3, 4, 'reported', 'Read b.ts'],
    [3, 5, 'reported', 'Read c.ts'],
    [6, 10, 'reported', 'Read d.ts, e.ts'],
    [11, undefined, 'reported', 'Go on.'],
    [12, undefined, 'kept', 'read_file f.ts'],
    [13, undefined, 'kept', 'read_file f.ts'],
  ]);
  expect(entries[2]!.texts).toEqual([
    { title: 'reasoning', before: 'Hm.', edits: [-1] },
    { title: 'call of read_file', before: 'path: a.ts', edits: [-1, 'Read a.ts:'] },
    {
      title: 'result of read_file',
      before: 'one of a\ntwo of a\nthree of a',
      edits: [-2, '…', 1],
    },
  ]);
  expect(entries[4]!.texts[1]!.edits).toEqual([2, -1]);
  expect(rightOf(entries[5]!)).toEqual(['Read d.ts, e.ts']);
  for (const line of ['I will look further.', 'all of d.ts', 'all of e.ts']) {
    expect(entries[5]!.texts[0]!.before).toContain(line);
  }
  expect(demands).toEqual([{ text: 'Never touch main.ts.', index: 0, state: 'stands' }]);
});

test('of a report, only what people wrote in it can demand', () => {
  const { demands } = compareHistories(after, before, { estimateTokens });
  expect(demands).toEqual([{ text: 'Never touch main.ts.', index: 0, state: 'restated' }]);
});

test('the same title twice belongs to the step that has the lines', () => {
  const twice = [
    ...[1, 2, 3].flatMap((at) => [read('a.ts'), result('a.ts', `version ${at}\nthe same line`)]),
    user('Go on.'),
  ];
  const told: RecordItem[] = [
    { kind: 'step', title: 'Read a.ts:', lines: ['version 2', GAP] },
    { kind: 'person', lines: ['Go on.'] },
  ];
  const now = [createRecordEntry(writeRecord(told))];
  const { entries } = compareHistories(twice, now, { estimateTokens });
  expect(entries.slice(1).map(({ index, change }) => [index, change])).toEqual([
    [0, 'removed'],
    [2, 'reported'],
    [4, 'removed'],
    [6, 'reported'],
  ]);
});

test.each([
  'Read a.ts (failed) #4: No such file',
  'Read a.ts: 14',
  'Read a.ts, 9 lines #4',
  'Read a.ts (1 line)',
])('a title that says how one step ended is about that step: %s', (title) => {
  const two = ['a.ts', 'b.ts'].flatMap((name) => [read(name), result(name, `all of ${name}`)]);
  const now = [createRecordEntry(writeRecord([{ kind: 'step', title, lines: [] }]))];
  const { entries } = compareHistories([...two, user('Go on.')], now, { estimateTokens });
  expect(entries[1]).toMatchObject({ index: 0, lastIndex: 1, change: 'reported' });
});

const path = new URL('../../../examples/session.json', import.meta.url);
const messages = JSON.parse(readFileSync(path, 'utf8')) as unknown[];
const session = { id: 'recorded', format: 'openai', messages } as const;
const withoutNumber = (line: string): string => line.trim().replace(/^\d+(?:[→:|\t]\s*| {2,})/, '');

test.each([0.1, 0.25, 0.5])(
  'of a recorded session at %d, the left side has every text, and the right side the whole report',
  async (targetRatio) => {
    const palimpsest = createPalimpsest();
    const request = { format: 'openai', targetRatio } as const;
    const compressed = await palimpsest.compress(messages, request);
    const codec = getCodec('openai');
    const [record] = codec
      .decode(compressed.messages)
      .flatMap((entry) => readRecordEntry(entry) ?? []);
    const now = { ...session, messages: compressed.messages };
    const { entries } = compareSessions(session, now);
    const told = entries.filter(({ change }) => change === 'reported');
    const lines = record!.items.flatMap((item) => [
      ...(item.kind === 'step' ? [item.title] : []),
      ...item.lines.map((line) => (line === GAP ? '…' : line)),
    ]);
    expect(told.flatMap(rightOf).map(withoutNumber)).toEqual(lines.map(withoutNumber));
    const left = entries.flatMap(({ texts }) => texts.map((text) => text.before)).join('\n');
    const texts = codec.decode(messages).flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (block.type === 'text') return [block.text];
        return block.type === 'tool_response' ? [String(block.result)] : [];
      }),
    );
    expect(texts.filter((text) => !left.includes(text))).toEqual([]);
  },
);

test('a second report is compared with the first one', async () => {
  const palimpsest = createPalimpsest();
  const compress = async (given: readonly unknown[], targetRatio: number): Promise<unknown[]> => [
    ...(await palimpsest.compress(given, { format: 'openai', targetRatio })).messages,
  ];
  const first = await compress(messages, 0.3);
  const second = await compress(first, 0.4);
  const { entries } = compareSessions(
    { ...session, messages: first },
    { ...session, messages: second },
  );
  const count = (change: Change): number => entries.filter((own) => own.change === change).length;
  expect(count('added')).toBe(1);
  expect(count('reported')).toBeGreaterThan(5);
});

test('lines of a report that stay have their reasons', async () => {
  const { entries } = await reportSession(session, createPalimpsest(), { targetRatio: 0.25 });
  const reasons = entries.flatMap(({ texts }) =>
    texts.flatMap((text) => Object.values(text.reasons ?? {})),
  );
  expect(reasons.length).toBeGreaterThan(100);
  expect(reasons.some((reason) => / — named by .*messages ago/.test(reason))).toBe(true);
});

async function countReasons(settings: SettingValues): Promise<number> {
  const options = { targetRatio: 0.25, settings };
  const { entries } = await reportSession(session, createPalimpsest(), options);
  const texts = entries.flatMap((entry) => entry.texts);
  return texts.flatMap(({ reasons = {} }) => Object.values(reasons)).length;
}

test('reasons are those of the given settings: with a shorter tail, more lines have one', async () => {
  const usual = await countReasons({});
  expect(await countReasons({ 'compression-preserve-threshold': 0.01 })).toBeGreaterThan(usual);
});
