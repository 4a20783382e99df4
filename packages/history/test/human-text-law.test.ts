import {
  formatGapMarker,
  formatMarkerLegend,
  formatSummaryMarker,
  type ContentBlock,
  type IContent,
  type ProvenanceRecord,
} from '@palimpsest/core-types';
import {
  humanTextLength,
  isHumanText,
  checkInvariants,
  createDroppedNotice,
  createIsProtected,
  type CheckedResult,
} from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const LIMIT = 2_000;
const human = (text: string): IContent => history().human(text).build()[0]!;
const lines = (count: number): string => 'twenty characters..\n'.repeat(count);

test('notices, gap markers and results are not user text, all other content of a user is', () => {
  expect(isHumanText(human('hello'))).toBe(true);
  const markers = [
    formatGapMarker(3),
    '…',
    `${formatGapMarker(3)} ${formatMarkerLegend()}`,
    `#0a1b2c3d ${formatGapMarker(3)}`,
  ];
  for (const marker of markers) {
    expect(isHumanText(human(marker))).toBe(false);
    expect(isHumanText(human(`${marker} What is this?`))).toBe(true);
    const beside = [...human(marker).blocks, ...human('What is this?').blocks];
    expect(isHumanText({ speaker: 'human', blocks: beside })).toBe(true);
    expect(isHumanText({ speaker: 'human', blocks: [{ type: 'code', code: marker }] })).toBe(true);
  }
  // A legend without a gap marker counts as user text.
  expect(isHumanText(human(formatMarkerLegend()))).toBe(true);
  expect(isHumanText(createDroppedNotice({ dropped: 2, newest: 3, following: 3 }))).toBe(false);
  expect(isHumanText({ ...human('hello'), speaker: 'ai' })).toBe(false);
  expect(isHumanText({ speaker: 'human', blocks: [] })).toBe(true);
  for (const { blocks } of history().call('Read').result('x').build()) {
    expect(isHumanText({ speaker: 'human', blocks })).toBe(false);
    expect(isHumanText({ speaker: 'human', blocks: [...blocks, ...human('x').blocks] })).toBe(true);
  }
  // Media next to a result belongs to the result; media alone is user content.
  const image: ContentBlock = {
    type: 'media',
    mimeType: 'image/png',
    data: 'x',
    encoding: 'base64',
  };
  const [, response] = history().call('Read').result('x').build();
  expect(isHumanText({ speaker: 'human', blocks: [...response!.blocks, image] })).toBe(false);
  expect(isHumanText({ speaker: 'human', blocks: [image] })).toBe(true);
});

test('the length of user text counts only its texts and code', () => {
  expect(
    humanTextLength({
      speaker: 'human',
      blocks: [
        { type: 'text', text: 'four' },
        { type: 'code', code: 'let x' },
        { type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' },
      ],
    }),
  ).toBe(9);
});

test('a block with an invalid text has length 0', () => {
  const half = [{ type: 'text' }, { type: 'code', code: null }] as unknown as ContentBlock[];
  expect(humanTextLength({ speaker: 'human', blocks: [...half, ...human('four').blocks] })).toBe(4);
});

const before = history()
  .human('short')
  .ai(lines(50))
  .call('Bash', { command: lines(50), purpose: 'to see' })
  .result(lines(200))
  .human(lines(101))
  .human('newest')
  .ai('Fine.')
  .build();
const [short, prose, call, response, long, newest, tail] = before as [
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
  IContent,
];

function withText(entry: IContent, text: string): IContent {
  return { ...entry, blocks: [{ type: 'text', text }] };
}
const changed = (entry: IContent, change: object): IContent => ({
  ...entry,
  blocks: entry.blocks.map((block) => Object.assign({ ...block }, change)),
});

/** Every reducible entry in its reduced form. */
const spent = {
  short: withText(short, formatGapMarker(1)),
  prose: withText(prose, `twenty characters..\n${formatGapMarker(49)}`),
  call: changed(call, { parameters: { purpose: 'to see', '': formatGapMarker(1) } }),
  response: changed(response, { result: formatGapMarker(200) }),
  long: withText(long, `twenty characters..\n${formatGapMarker(100)}`),
};
const all = [spent.short, spent.prose, spent.call, spent.response, spent.long, newest, tail];

/** Returns the findings of law-3-human-text for a strategy that reduces the entries it changes. */
function found(after: readonly IContent[], given: Partial<CheckedResult> = {}): string[] {
  const provenance = after.map((entry, index): ProvenanceRecord => {
    const isKept = entry === (given.before ?? before)[index];
    return { sources: [index], reason: isKept ? 'kept' : 'reduced' };
  });
  return checkInvariants({
    before,
    after,
    provenance,
    tailStart: 6,
    isProtected: createIsProtected(),
    humanText: 'last',
    longHumanText: LIMIT,
    tokensBefore: 100,
    tokensAfter: 50,
    ...given,
  })
    .filter(({ law }) => law === 'law-3-human-text')
    .map(({ index, message }) => `${index}: ${message}`);
}

test('user text may be reduced when nothing else is reducible', () => {
  expect(found(all)).toEqual([]);
});

test.each<[string, number, IContent]>([
  ['a text of 1000 characters', 1, withText(prose, lines(50))],
  [
    'reasoning',
    1,
    { ...prose, blocks: [{ type: 'thinking', thought: 'hm' }, ...spent.prose.blocks] },
  ],
  ['a result of 4000 characters', 3, response],
  ['a result of', 3, changed(response, { result: { lines: ['x'.repeat(1_200)] } })],
  [
    'a text of 400 characters',
    1,
    { ...prose, blocks: [...human('x').blocks, ...human(lines(20)).blocks] },
  ],
])('reports reduced user text when %s remains at %i', (part, at, entry) => {
  const findings = found(all.with(at, entry));
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(new RegExp(`^${at}: ${part}.* left although human text was reduced`));
  expect(found(all.with(at, entry).with(0, short))).toEqual([]);
});

test.each<[string, number, IContent]>([
  ['a text of 250 characters', 1, withText(prose, 'x'.repeat(250))],
  [
    'a longer text that is a marker',
    1,
    withText(prose, formatSummaryMarker({ text: 'x'.repeat(300) })),
  ],
  ['arguments of 400 characters', 2, changed(call, { parameters: 'x'.repeat(398) })],
  [
    'many short members',
    2,
    changed(call, { parameters: Array.from({ length: 9 }, () => 'x'.repeat(100)) }),
  ],
  ['arguments that have no JSON', 2, changed(call, { parameters: [1n, 'x'.repeat(999)] })],
  [
    'arguments that have no JSON in the end',
    2,
    changed(call, { parameters: ['x'.repeat(999), 1n] }),
  ],
  [
    'arguments of many numbers',
    2,
    changed(call, { parameters: Array.from({ length: 250 }, () => 7) }),
  ],
  ['a result of 1200 characters', 3, changed(response, { result: 'x'.repeat(1_200) })],
  ['a result that has no JSON', 3, changed(response, { result: 1n })],
  ['no result', 3, changed(response, { result: undefined })],
  [
    'reasoning that was redacted to nothing',
    1,
    {
      ...prose,
      blocks: [
        { type: 'thinking', thought: '', encryptedContent: '' },
        ...prose.blocks.map((block) => ({ ...block, text: '!{' })),
      ],
    },
  ],
  [
    'media and parts nobody knows',
    1,
    {
      ...prose,
      blocks: [
        { type: 'media', mimeType: 'image/png', data: 'x'.repeat(999), encoding: 'base64' },
        { type: 'opaque', kind: 'x'.repeat(999) },
        ...spent.prose.blocks,
      ],
    },
  ],
])('%s is not reducible', (_, at, entry) => {
  expect(found(all.with(at, entry))).toEqual([]);
});

test('long user text may be changed under any policy, also while other text is reducible', () => {
  const after = before.with(4, spent.long);
  for (const humanText of ['kept', 'last', 'eligible'] as const) {
    expect(found(after, { humanText })).toEqual([]);
    expect(found(before.toSpliced(4, 1), { humanText, provenance: [] })).toEqual([]);
  }
  expect(found(after, { humanText: 'kept', longHumanText: 2_020 })).toEqual([
    '4: human text changed',
  ]);
  expect(found(before.with(0, spent.short), { humanText: 'kept' })).toEqual([
    '0: human text changed',
  ]);
});

test('ignores protected entries and entries of the tail', () => {
  const isProtected = (entry: IContent): boolean => [prose, call, long].includes(entry);
  const after = [spent.short, prose, call, response, long, newest, tail];
  expect(found(after, { isProtected })).toEqual([]);
  expect(found(after, { isProtected: (entry) => entry !== response })).toEqual([]);
  expect(found(after, { tailStart: 1 })).toEqual([]);
});

test('reports nothing without a tail start, or when the tail covers the whole history', () => {
  const { tailStart: _, ...unsaid } = { ...judged(before.with(0, spent.short)), tailStart: 0 };
  expect(checkInvariants(unsaid)).toEqual([]);
  expect(checkInvariants({ ...unsaid, tailStart: -3 }).map(({ law }) => law)).not.toContain(
    'law-3-human-text',
  );
});

function judged(after: readonly IContent[]): CheckedResult {
  return {
    before,
    after,
    provenance: [],
    isProtected: createIsProtected(),
    humanText: 'last',
    longHumanText: LIMIT,
    tokensBefore: 100,
    tokensAfter: 50,
  };
}

test('the newest user message survives: unchanged if it is short, reduced if it is long', () => {
  const given = before.slice(0, 5);
  const reduced = given.with(4, spent.long);
  const judgeNewest = (after: readonly IContent[], change: Partial<CheckedResult> = {}): string[] =>
    found(after, { before: given, tailStart: 5, ...change });
  const newestRemoved = ['4: the newest human entry is gone'];
  expect(judgeNewest(given)).toEqual([]);
  expect(judgeNewest(reduced)).toEqual([]);
  expect(judgeNewest(reduced, { longHumanText: 2_020 })).toContain(newestRemoved[0]);
  expect(judgeNewest(given.slice(0, 4))).toEqual(newestRemoved);
  expect(judgeNewest(given.with(4, withText(long, ' ')))).toEqual(newestRemoved);
  expect(judgeNewest(given.with(4, { ...spent.long, speaker: 'ai' }))).toEqual(newestRemoved);
  expect(judgeNewest(given.with(4, withText(long, formatGapMarker(101))))).toEqual(newestRemoved);
  const records = (last: ProvenanceRecord): ProvenanceRecord[] => [
    ...given
      .slice(0, 4)
      .map((_, index): ProvenanceRecord => ({ sources: [index], reason: 'kept' })),
    last,
  ];
  const named = records({ sources: [4], reason: 'notice' });
  expect(judgeNewest(reduced, { provenance: named })).toEqual(newestRemoved);
  const beyond = records({ sources: [4], reason: 'reduced' });
  expect(judgeNewest(given.slice(0, 4), { provenance: beyond })).toEqual(newestRemoved);
  const unnamed = records({ sources: [], reason: 'reduced' });
  expect(judgeNewest(reduced, { provenance: unnamed })).toEqual(newestRemoved);
  expect(judgeNewest(given.slice(0, 4), { provenance: [] })).toEqual([]);
});

test('without `longHumanText`, all user text counts, and other entries must be removed first', () => {
  const { longHumanText: _, ...dropping } = judged(all);
  const findings = checkInvariants({ ...dropping, tailStart: 6 });
  const ofHumanText = findings.filter(({ law }) => law === 'law-3-human-text');
  expect(ofHumanText.map(({ message }) => message)).toEqual([
    'an ai entry is left although human text is gone',
    'an ai entry is left although human text is gone',
    'an tool entry is left although human text is gone',
  ]);
});

test.each<[number, readonly string[]]>([
  [24, []],
  [25, ['1: reasoning left although human text was reduced']],
])('reasoning of %i characters alone is reducible only from 25 characters', (length, findings) => {
  const alone: IContent = {
    speaker: 'ai',
    blocks: [{ type: 'thinking', thought: 'x'.repeat(length) }],
  };
  expect(found(all.with(1, alone))).toEqual(findings);
});

test.each<[number, readonly string[]]>([
  [1_100, []],
  [1_200, ['3: a result of 1213 characters left although human text was reduced']],
])(
  'a result of %i characters that JSON escapes counts the length of its text',
  (length, findings) => {
    for (const escaped of ['\u0000', '"', '\\']) {
      const result = changed(response, { result: { output: escaped.repeat(length) } });
      expect(found(all.with(3, result))).toEqual(findings);
    }
  },
);

test('line ends in a result with parts count as in a text', () => {
  const text = 'a line\n'.repeat(165);
  const parts = changed(response, { result: [{ text }, { text: '[image/png]' }] });
  expect(found(all.with(3, changed(response, { result: text })))).toEqual([]);
  expect(found(all.with(3, parts))).toEqual([]);
});

test.each<[string, number, number]>([
  ['a run of white space', 0, 0],
  ['white space around short text', 1_100, 0],
  ['white space around long text', 1_201, 1],
])('%s counts as one character of a result', (_, length, findings) => {
  const blank = ' \n\t'.repeat(2_000);
  const result = blank + 'x'.repeat(length) + blank;
  expect(found(all.with(3, changed(response, { result })))).toHaveLength(findings);
});

test('a blank text next to reasoning does not change the length of the reasoning', () => {
  const [short24, long25] = [24, 25].map((length): IContent => ({
    speaker: 'ai',
    blocks: [{ type: 'thinking', thought: 'x'.repeat(length) }, ...human(' '.repeat(99)).blocks],
  }));
  expect(found(all.with(1, short24!))).toEqual([]);
  expect(found(all.with(1, long25!))).toHaveLength(1);
});

test('user text may stay unreduced when other user text is reduced', () => {
  const medium = human(lines(50));
  const given = before.with(5, medium);
  expect(found(all.with(5, medium), { before: given })).toEqual([]);
  expect(found(all.with(5, human(lines(20))), { before: given })).toEqual([
    '5: the newest human entry is gone',
  ]);
  // User sentences in a long text are reduced as late as short texts (issue 28).
  expect(found(all.with(4, long))).toEqual([]);
  expect(found(all.with(4, withText(long, lines(20))))).toEqual([]);
});

test('results in a user message are not reducible text', () => {
  const carrier: IContent = { ...response, speaker: 'human' };
  const provenance = all.map((_, index): ProvenanceRecord => ({
    sources: [index === 3 ? 4 : index],
    reason: 'reduced',
  }));
  const given = before.with(3, carrier);
  expect(found(all.with(3, carrier), { before: given })).toEqual([]);
  expect(found(all.with(3, carrier), { before: given, provenance })).toEqual([]);
});

test('entries with opaque blocks, the exchange of the newest user message and the text that it answers may stay', () => {
  const [asked, called, text] = history().human('do').call('Read').ai('so').build();
  const answered: IContent = {
    speaker: 'human',
    blocks: [
      { type: 'tool_response', callId: 'call-1', toolName: 'Read', result: '' },
      { type: 'text', text: 'stop' },
    ],
  };
  const opaque: IContent = { ...text!, blocks: [{ type: 'opaque', kind: 'x' }, ...text!.blocks] };
  const [last, next] = history().human('next').ai('yes').build();
  const left = (...head: readonly IContent[]): string[] => {
    const { longHumanText: _, ...dropping } = judged([...head, last!, next!]);
    return checkInvariants({
      ...dropping,
      before: [asked!, called!, answered, text!, opaque, last!, next!],
      tailStart: 5,
    })
      .filter(({ law }) => law === 'law-3-human-text')
      .map(({ index, message }) => `${index}: ${message}`);
  };
  expect(left(called!, answered)).toEqual([]);
  expect(left(called!, answered, opaque)).toEqual([]);
  expect(left(called!, answered, text!)).toEqual([]);
  expect(left(called!, answered, text!, opaque)).toEqual([
    '2: an ai entry is left although human text is gone',
  ]);
});

test.each([
  [200, 0],
  [500, 1],
])(
  'a result of six texts of %i characters each has %i findings (`pnpm fuzz --seed 20261202 --case 182793`)',
  (length, count) => {
    const result = Array.from({ length: 6 }, () => ({ type: 'text', text: 'x'.repeat(length) }));
    expect(found(all.with(3, changed(response, { result })))).toHaveLength(count);
  },
);
