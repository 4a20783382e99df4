import {
  hasGapNote,
  isMarker,
  parseGapMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { historyArbitrary, textArbitrary } from '@palimpsest/conformance';
import {
  findRoleProblems,
  historyInvariants,
  indexExchanges,
  isGeneratedNotice,
  isGeneratedSnapshot,
  repairHistory,
  type RoleRule,
} from '@palimpsest/history';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { says } from './defects.ts';

test('generated histories contain every block type, every speaker, and edge cases', () => {
  const sample = fc.sample(historyArbitrary(), { numRuns: 2_000, seed: 1 });
  const has = (isMeant: (entry: IContent) => boolean): number =>
    sample.filter((entries) => entries.some(isMeant)).length;
  const holds = (type: ContentBlock['type']): number =>
    has(({ blocks }) => blocks.some((block) => block.type === type));
  for (const type of [
    'text',
    'code',
    'thinking',
    'media',
    'tool_call',
    'tool_response',
    'opaque',
  ] as const) {
    expect(holds(type)).toBeGreaterThan(100);
  }
  for (const speaker of ['system', 'human', 'ai', 'tool'] as const) {
    expect(has((entry) => entry.speaker === speaker)).toBeGreaterThan(100);
  }
  expect(has(({ blocks }) => blocks.length === 0)).toBeGreaterThan(100);
  expect(has(({ metadata }) => metadata?.pinned === true)).toBeGreaterThan(100);
  expect(has((entry) => !says(entry).isWellFormed())).toBeGreaterThan(20);
  expect(sample.filter(({ length }) => length === 0).length).toBeGreaterThan(0);
});

const isPinned = ({ metadata }: IContent): boolean =>
  metadata?.pinned === true || metadata?.['keep'] === true;

test('300 histories contain enough pinned messages with reasoning to find a strategy that forgets pins', () => {
  const sample = fc.sample(historyArbitrary(), { numRuns: 300, seed: 1 });
  const found = sample.filter((entries) =>
    entries.some(
      (entry) => isPinned(entry) && entry.blocks.some(({ type }) => type === 'thinking'),
    ),
  );
  expect(found.length).toBeGreaterThan(30);
});

const responses = (sample: readonly IContent[][]): ToolResponseBlock[] =>
  sample.flat().flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_response'));

const isLong = (entry: IContent): boolean =>
  says(entry).length > 2_000 && says(entry).split('\n').length > 3;

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const hasNote = (entry: IContent): boolean => hasGapNote(says(entry));

test('300 histories contain enough texts and results that can be reduced line by line', () => {
  const sample = fc.sample(historyArbitrary(), { numRuns: 300, seed: 1 });
  const counted = (isMeant: (entry: IContent) => boolean): number =>
    sample.filter((entries) => entries.some(isMeant)).length;
  expect(counted((entry) => entry.speaker === 'human' && isLong(entry))).toBeGreaterThan(30);
  expect(counted((entry) => entry.speaker === 'ai' && isLong(entry))).toBeGreaterThan(30);
  expect(counted((entry) => parseGapMarker(says(entry)) !== undefined)).toBeGreaterThan(3);
  expect(counted((entry) => hasNote(entry) && isMarker(says(entry)))).toBeGreaterThan(3);
  expect(counted((entry) => hasNote(entry) && !isMarker(says(entry)))).toBeGreaterThan(3);
  const all = responses(sample);
  const texts = all.flatMap(({ result }) => (typeof result === 'string' ? [result] : []));
  const some = (isMeant: (text: string) => boolean): number => texts.filter(isMeant).length;
  expect(some((text) => text.split('\n').length > 40)).toBeGreaterThan(100);
  expect(some((text) => /^ +\d+→/.test(text))).toBeGreaterThan(30);
  expect(some((text) => isJson(text))).toBeGreaterThan(50);
  expect(some((text) => isJson(text) && /\\u[\da-f]{4}/.test(text))).toBeGreaterThan(20);
  expect(some((text) => isJson(text) && /[^ -~\s]/.test(text))).toBeGreaterThan(20);
  expect(all.filter(({ result }) => Array.isArray(result)).length).toBeGreaterThan(50);
  const failed = all.filter(
    ({ error, result }) =>
      error !== undefined && typeof result === 'string' && result.split('\n').length > 9,
  );
  expect(failed.length).toBeGreaterThan(50);
  const size = sample.reduce((sum, entries) => sum + JSON.stringify(entries).length, 0);
  expect(size / sample.length).toBeLessThan(20_000);
});

test('generated histories need every kind of repair', () => {
  const repairs = fc
    .sample(historyArbitrary(), { numRuns: 2_000, seed: 1 })
    .flatMap((entries) => repairHistory(entries).repairs.map(({ kind }) => kind));
  for (const kind of [
    'orphan-response',
    'duplicate-response',
    'unanswered-call',
    'missing-id',
    'blank-entry',
    'lone-surrogate',
  ] as const) {
    expect(repairs.filter((one) => one === kind).length).toBeGreaterThan(50);
  }
});

const problemsOf = (entries: readonly IContent[]): readonly RoleRule[] =>
  [...findRoleProblems(entries)].map(({ rule }) => rule);

const isWhole = (entries: readonly IContent[]): boolean =>
  historyInvariants.every((invariant) => invariant.check(entries).length === 0);

test('about a third of the histories are valid, and each role rule is broken in others', () => {
  const sample = fc.sample(historyArbitrary(), { numRuns: 1_000, seed: 3 });
  const long = sample.filter(({ length }) => length > 4);
  const lawful = long.filter((entries) => isWhole(entries) && problemsOf(entries).length === 0);
  expect(lawful.length).toBeGreaterThan(long.length * 0.28);
  expect(lawful.length).toBeLessThan(long.length * 0.4);
  for (const rule of ['starts-with-user', 'call-follows-user', 'alternation'] as const) {
    const broken = long.filter((entries) => problemsOf(entries).includes(rule));
    expect(broken.length).toBeGreaterThan(long.length * 0.28);
  }
  const speakers = new Set(lawful.flat().map(({ speaker }) => speaker));
  expect(speakers).toEqual(new Set(['system', 'human', 'ai', 'tool']));
});

test('histories reach the requested length, and texts are strings', () => {
  const [longest] = fc
    .sample(historyArbitrary({ maxPieces: 100 }), { numRuns: 50, seed: 1 })
    .toSorted((a, b) => b.length - a.length);
  expect(longest!.length).toBeGreaterThan(100);
  expect(fc.sample(textArbitrary(), 50).every((text) => typeof text === 'string')).toBe(true);
});

const texts = fc.sample(textArbitrary(), { numRuns: 3_000, seed: 2 });

const sampled = fc.sample(historyArbitrary(), { numRuns: 1_000, seed: 2 });

const holdsBlock =
  (isMeant: (block: ContentBlock) => boolean) =>
  ({ blocks }: IContent): boolean =>
    blocks.some(isMeant);

test.each<[string, RegExp]>([
  ['a snapshot in a snapshot', /<state_snapshot>[^]*<state_snapshot>/],
  ['a mark in a sentence', /^\[.*\] What does this mean\?$/],
  ['code that is cut off', /```ts\n(?:(?!```)[^])*$/],
  ['code in code', /````/],
  ['code between tildes', /~~~/],
  ['line ends of another system', /\r\n/],
  ['line ends of a third one', /\r(?!\n)/],
  ['a file with a closing line in it', /--- End of content ---\n(?!---)[^]*--- End of content ---/],
  ['a null character', /\0/],
  ['a text turned around', /\u202e/],
  ['hundreds of characters outside the basic plane', /[\u{10000}-\u{10ffff}]{100}/u],
  ['a length at a limit', /^[^]{511,513}$/],
])('texts contain %s', (_, pattern) => {
  expect(texts.filter((text) => pattern.test(text)).length).toBeGreaterThan(5);
});

test.each<[string, (entry: IContent) => boolean]>([
  [
    'signed reasoning',
    holdsBlock((block) => block.type === 'thinking' && block.signature !== undefined),
  ],
  [
    'encrypted reasoning',
    holdsBlock((block) => block.type === 'thinking' && block.encryptedContent !== undefined),
  ],
  [
    'reasoning that was cut off',
    holdsBlock((block) => block.type === 'thinking' && block.streamStatus === 'delta'),
  ],
  [
    'reasoning between calls',
    ({ blocks }) => {
      const first = blocks.findIndex(({ type }) => type === 'tool_call');
      return first >= 0 && blocks.slice(first).some(({ type }) => type === 'thinking');
    },
  ],
  ['media by address', holdsBlock((block) => block.type === 'media' && block.encoding === 'url')],
  ['media without bytes', holdsBlock((block) => block.type === 'media' && block.data === '')],
  [
    'media beside a response',
    (entry) => entry.speaker === 'tool' && entry.blocks.some(({ type }) => type === 'media'),
  ],
  ['parallel calls', ({ blocks }) => blocks.filter(({ type }) => type === 'tool_call').length > 1],
  [
    'tools of a server',
    holdsBlock((block) => block.type === 'tool_call' && block.providerExecuted === true),
  ],
  [
    'a response in the entry of its call',
    ({ speaker, blocks }) =>
      speaker === 'ai' && blocks.some(({ type }) => type === 'tool_response'),
  ],
  [
    'a call that was aborted',
    holdsBlock((block) => block.type === 'tool_response' && block.isComplete === false),
  ],
  ['a missing id', holdsBlock((block) => block.type === 'tool_call' && block.id === '')],
  [
    'a failure that only its result tells of',
    holdsBlock(
      (block) =>
        block.type === 'tool_response' && JSON.stringify(block.result ?? '').includes('"failed"'),
    ),
  ],
  ['a snapshot of ours', isGeneratedSnapshot],
  ['a notice of ours', isGeneratedNotice],
  [
    'a file included twice in one entry',
    ({ blocks }) =>
      blocks.filter(
        (block) =>
          block.type === 'text' && /^--- (?:\.\/|src\/\.\.\/|\/w\/)?a\.ts ---$/m.test(block.text),
      ).length > 1,
  ],
])('histories contain %s', (_, isMeant) => {
  expect(sampled.filter((entries) => entries.some(isMeant)).length).toBeGreaterThan(5);
});

const linesOf = (entry: IContent): string[] =>
  says(entry).length >= 200 ? says(entry).split(/\r?\n/) : [];

test('histories contain repeated texts, unchanged or with some lines changed', () => {
  let same = 0;
  let drifted = 0;
  for (const entries of sampled) {
    const said = entries.map(linesOf).filter(({ length }) => length > 1);
    for (const [at, text] of said.entries()) {
      for (const other of said.slice(at + 1)) {
        const shared = text.filter((line) => other.includes(line)).length / text.length;
        if (shared === 1) same += 1;
        else if (shared > 0 && shared < 0.5) drifted += 1;
      }
    }
  }
  expect(same).toBeGreaterThan(50);
  expect(drifted).toBeGreaterThan(50);
});

test('tool results are out of order, and interleaved with results of earlier calls', () => {
  let reversed = 0;
  let between = 0;
  for (const entries of sampled) {
    const answers = indexExchanges(entries).responses;
    for (const [at, { call }] of answers.entries()) {
      const next = answers[at + 1]?.call;
      if (next === undefined) continue;
      if (next.entry === call.entry && next.block < call.block) reversed += 1;
      if (next.entry < call.entry) between += 1;
    }
  }
  expect(reversed).toBeGreaterThan(20);
  expect(between).toBeGreaterThan(20);
});

test('a file is read and written under the same path, with repeated call ids', () => {
  let repeated = 0;
  for (const entries of sampled) {
    const calls = entries.flatMap(({ blocks }) =>
      blocks.filter(
        (block): block is ToolCallBlock => block.type === 'tool_call' && block.id === '0',
      ),
    );
    const pathsOf = (name: string): string[] =>
      calls.flatMap((call) =>
        call.name === name
          ? (/"file_path":"[^"]+"/.exec(JSON.stringify(call.parameters ?? '')) ?? [])
          : [],
      );
    const written = pathsOf('write_file');
    repeated += pathsOf('read_file').filter((path) => written.includes(path)).length;
  }
  expect(repeated).toBeGreaterThan(5);
});
