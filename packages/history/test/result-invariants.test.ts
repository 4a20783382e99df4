import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import {
  checkInvariants,
  createDroppedNotice,
  createIsProtected,
  resultInvariants,
  type CheckedResult,
} from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const before = history()
  .system('be brief')
  .human('first')
  .call('Read', { path: 'a.ts' }, { thought: 'hm' })
  .result('reading\nno such file', 'ENOENT')
  .ai('It is not there.')
  .human('second')
  .calls(['Read'], ['Bash'])
  .results('1', '2')
  .build();
const [system, first, call, response, prose, second, calls, responses] = before as [
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
];
const tail = [second, calls, responses];

function kept(indices: readonly number[]): ProvenanceRecord[] {
  return indices.map((index) => ({ sources: [index], reason: 'kept' }));
}

function reduced(entry: IContent, change: Readonly<Record<string, unknown>>): IContent {
  const [block] = entry.blocks;
  return { ...entry, blocks: [Object.assign({ ...block! }, change)] };
}

/** Returns a valid result with the given changes. */
function result(given: Partial<CheckedResult>): CheckedResult {
  return {
    before,
    after: before,
    provenance: [],
    tailStart: 5,
    isProtected: createIsProtected(),
    humanText: 'last',
    tokensBefore: 100,
    tokensAfter: 100,
    ...given,
  };
}

const broken = (given: Partial<CheckedResult>): string[] => [
  ...new Set(checkInvariants(result(given)).map(({ law }) => law)),
];

test.each<[string, Partial<CheckedResult>]>([
  ['nothing happened', {}],
  ['nothing happened, and is said to', { provenance: kept([0, 1, 2, 3, 4, 5, 6, 7]) }],
  [
    'an exchange gone, with a notice',
    {
      after: [
        system,
        first,
        prose,
        createDroppedNotice({ dropped: 2, newest: 3, following: 3 }),
        ...tail,
      ],
      provenance: [...kept([0, 1, 4]), { sources: [2, 3], reason: 'notice' }, ...kept([5, 6, 7])],
      tokensAfter: 60,
    },
  ],
  [
    'a failure summarized, with its error and its last line',
    {
      after: before.with(3, reduced(response, { result: '[Read a.ts: error]\nno such file' })),
      provenance: [...kept([0, 1, 2]), { sources: [3], reason: 'reduced' }, ...kept([4, 5, 6, 7])],
    },
  ],
  [
    'reasoning gone, what was beside it the same',
    { after: before.with(2, { ...call, blocks: call.blocks.slice(1) }) },
  ],
  [
    'human text gone when nothing else was left',
    { after: [system, ...tail], tokensAfter: 50, targetTokens: 40, shortfallTokens: 10 },
  ],
  [
    'human text gone early, where the strategy says so',
    { after: [system, ...before.slice(2)], humanText: 'eligible' },
  ],
])('accepts a valid result: %s', (_, given) => {
  expect(checkInvariants(result(given))).toEqual([]);
});

test.each<[string, string, Partial<CheckedResult>]>([
  ['law-1-whole-history', 'a response without its call', { after: before.toSpliced(2, 1) }],
  ['law-1-whole-history', 'a call without its response', { after: before.toSpliced(3, 1) }],
  [
    'law-1-whole-history',
    'a blank entry',
    { after: before.with(4, { speaker: 'ai', blocks: [] }) },
  ],
  [
    'law-1-whole-history',
    'half a character',
    { after: before.with(4, { speaker: 'ai', blocks: [{ type: 'text', text: '\ud800' }] }) },
  ],
  [
    'law-2-order',
    'kept entries in another order',
    { after: [system, prose, first, call, response, ...tail] },
  ],
  [
    'law-2-order',
    'reduced entries in another order',
    {
      after: [system, reduced(prose, {}), reduced(first, {}), ...tail],
      provenance: [
        ...kept([0]),
        { sources: [4], reason: 'reduced' },
        { sources: [1], reason: 'reduced' },
        ...kept([5, 6, 7]),
      ],
    },
  ],
  ['law-2-order', 'an entry twice', { after: [system, first, first, ...before.slice(2)] }],
  [
    'law-2-order',
    'blocks in another order',
    {
      after: before.with(2, { ...call, blocks: call.blocks.toReversed() }),
      provenance: [...kept([0, 1]), { sources: [2], reason: 'reduced' }, ...kept([3, 4, 5, 6, 7])],
    },
  ],
  ['law-3-protected', 'a system entry gone', { after: before.slice(1) }],
  ['law-3-protected', 'a system entry rebuilt', { after: before.with(0, { ...system }) }],
  [
    'law-3-protected',
    'a pinned entry gone',
    { after: before.toSpliced(4, 1), isProtected: (entry) => entry === prose },
  ],
  ['law-3-tail', 'a tail entry rebuilt', { after: before.with(7, { ...responses }) }],
  ['law-3-tail', 'something behind the tail', { after: [...before, prose] }],
  [
    'law-3-human-text',
    'the newest human entry gone',
    { after: before.toSpliced(5, 1), humanText: 'eligible' },
  ],
  [
    'law-3-human-text',
    'human text changed, where it is kept',
    { after: before.toSpliced(1, 1), humanText: 'kept' },
  ],
  [
    'law-3-human-text',
    'human text gone before AI prose',
    { after: [system, prose, { ...prose }, ...tail] },
  ],
  [
    'law-3-human-text',
    'human text gone before an exchange',
    { after: [system, call, response, ...tail] },
  ],
  [
    'law-4-thinking',
    'reasoning rewritten',
    {
      after: before.with(2, {
        ...call,
        blocks: [{ type: 'thinking', thought: 'h…' }, call.blocks[1]!],
      }),
    },
  ],
  [
    'law-4-thinking',
    'reasoning left alone',
    { after: [system, first, { ...call, blocks: call.blocks.slice(0, 1) }, prose, ...tail] },
  ],
  ['law-5-size', 'a larger result', { tokensAfter: 101 }],
  ['law-5-size', 'the target missed in silence', { targetTokens: 50 }],
  [
    'law-5-size',
    'the target missed by more than is said',
    { targetTokens: 50, shortfallTokens: 49 },
  ],
  [
    'law-7-failures',
    'an error gone',
    {
      after: before.with(3, reduced(response, { error: undefined })),
      provenance: [{ sources: [3], reason: 'reduced' as const }].flatMap((record) => [
        ...kept([0, 1, 2]),
        record,
        ...kept([4, 5, 6, 7]),
      ]),
    },
  ],
  [
    'law-7-failures',
    'the last line of a failure gone',
    {
      after: before.with(3, reduced(response, { result: '[Read a.ts: error]' })),
      provenance: [...kept([0, 1, 2]), { sources: [3], reason: 'reduced' }, ...kept([4, 5, 6, 7])],
    },
  ],
  ['law-8-provenance', 'an entry that names nothing', { provenance: kept([0, 1, 2, 3, 4, 5, 6]) }],
  [
    'law-8-provenance',
    'a source that does not exist',
    { provenance: [...kept([0, 1, 2, 3, 4, 5, 6]), { sources: [8], reason: 'reduced' }] },
  ],
  [
    'law-8-provenance',
    'sources out of order',
    { provenance: [{ sources: [1, 0], reason: 'summary' }, ...kept([1, 2, 3, 4, 5, 6, 7])] },
  ],
  [
    'law-8-provenance',
    'an entry said to be kept that is not',
    { after: before.with(4, { ...prose }), provenance: kept([0, 1, 2, 3, 4, 5, 6, 7]) },
  ],
])('%s finds %s', (law, _, given) => {
  expect(broken(given)).toContain(law);
});

test('every invariant has a distinct name and a description', () => {
  expect(new Set(resultInvariants.map(({ name }) => name)).size).toBe(resultInvariants.length);
  expect(resultInvariants.every(({ guarantee }) => guarantee.endsWith('.'))).toBe(true);
});

test('a violation has the index of its entry', () => {
  expect(checkInvariants(result({ after: before.slice(1) }))).toEqual([
    { law: 'law-3-protected', index: 0, message: 'a protected entry changed' },
  ]);
});

test('accepts an error truncated to 500 characters, also within a surrogate pair', () => {
  const error = `${'x'.repeat(499)}😀 and more`;
  const long = reduced(response, { error });
  const judged = (left: string): string[] =>
    broken({
      before: before.with(3, long),
      after: before.with(3, reduced(response, { error: left })),
      provenance: [...kept([0, 1, 2]), { sources: [3], reason: 'reduced' }, ...kept([4, 5, 6, 7])],
    });
  expect(judged(`${'x'.repeat(499)}\ufffd`)).toEqual([]);
  expect(judged('x'.repeat(498))).toEqual(['law-7-failures']);
});

test('an exchange with a pinned entry may stay although user text is removed', () => {
  const pinned = { ...call, metadata: { pinned: true } };
  expect(
    broken({ before: before.with(2, pinned), after: [system, pinned, response, ...tail] }),
  ).toEqual([]);
});

test('accepts the same object several times in a history', () => {
  const [again] = history().human('go on').build();
  const twice = [again!, prose, again!, prose, ...tail];
  expect(broken({ before: twice, after: [again!, prose, ...tail], tailStart: 4 })).toEqual([]);
});

test('accepts the same block several times in an entry', () => {
  const note = { type: 'text', text: 'truncated' } as const;
  const answers = responses.blocks;
  const [one, two] = [
    { ...responses, blocks: [answers[0]!, note, answers[1]!, note] },
    { ...responses, blocks: [{ ...answers[0]!, result: '' }, note, answers[1]!, note] },
  ];
  const judged = (blocks: IContent['blocks']) =>
    broken({
      before: before.with(7, one),
      after: before.with(7, { ...two, blocks }),
      provenance: [...kept([0, 1, 2, 3, 4, 5, 6]), { sources: [7], reason: 'reduced' }],
      tailStart: 8,
    });
  expect(judged(two.blocks)).toEqual([]);
  expect(judged([...two.blocks.slice(0, 1), note, note, answers[1]!])).toEqual(['law-2-order']);
});
