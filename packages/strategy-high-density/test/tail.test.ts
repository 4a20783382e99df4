import { createStrategy } from '@palimpsest/engine';
import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';
import { compress, compressed } from './compressed.ts';

const LONG = 'line\n'.repeat(100);

/** Exchanges of one call each, with two entries per exchange. */
function exchanges(count: number): IContent[] {
  const built = history();
  for (let at = 0; at < count; at += 1) built.call('read_file', { path: `${at}.ts` }).result(LONG);
  return built.build();
}

/** Returns the number of entries at the end that are the same objects. */
async function keptTail(before: readonly IContent[], preserveThreshold: number): Promise<number> {
  const after = await compressed(before, { preserveThreshold });
  let kept = 0;
  while (kept < before.length && after.at(-1 - kept) === before.at(-1 - kept)) kept += 1;
  return kept;
}

test('keeps the newest 6 of 20 entries at a threshold of 0.3 (REQ-HD-008.2)', async () => {
  expect(await keptTail(exchanges(10), 0.3)).toBe(6);
  const after = await compressed(exchanges(10), { preserveThreshold: 0.3 });
  const results = after.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result] : [])),
  );
  expect(results.slice(0, 7)).toEqual(
    Array.from({ length: 7 }, (_, at) => `[read_file ${at}.ts: success, 100 lines]`),
  );
  expect(results.slice(7)).toEqual([LONG, LONG, LONG]);
});

test.each([
  [0, 1],
  [0.01, 1],
  [0.29, 29],
  [0.07, 7],
  [0.999, 99],
])('of 100 entries, a threshold of %d keeps exactly %d (C1)', async (share, kept) => {
  const built = history();
  for (let at = 0; at < 100; at += 1) {
    built.ai(`${at} ${LONG}`);
  }
  const plain = built.build();
  const result = await compress(plain, { preserveThreshold: share, targetTokens: 0 });
  if (result.kind === 'noop') throw new Error(result.reason);
  const { newHistory } = result;
  expect(newHistory.slice(1)).toEqual(plain.slice(-kept));
});

test('moves the tail start back to the start of an exchange, never forward (C2)', async () => {
  const before = [
    ...exchanges(3),
    ...history().calls(['glob'], ['glob'], ['glob']).results(LONG, LONG, LONG).build(),
  ];
  expect(await keptTail(before, 0.05)).toBe(2);
});

test.each([0, 0.1, 0.5])(
  'keeps a pending call at the end and never empties the history, at %d (D1)',
  async (preserveThreshold) => {
    const before = history()
      .human('1')
      .ai('2')
      .human('3')
      .ai('4')
      .human('5')
      .call('read_file', { file_path: 'a.ts' })
      .build();
    const after = await compressed(before, { preserveThreshold, targetTokens: 0 });
    expect(after.at(-1)).toBe(before.at(-1));
    expect(after).toContain(before[4]);
  },
);

test('never leaves a tool result without its call after the first entry (D2)', async () => {
  const before = [...history().human('Go').build(), ...exchanges(8)];
  for (let targetTokens = 0; targetTokens < 1_500; targetTokens += 50) {
    const after = await compressed(before, { targetTokens, preserveThreshold: 0.2 });
    expect(after[0]).toBe(before[0]);
    expect(after[1]!.speaker).not.toBe('tool');
  }
});

test.each([
  ['no entry', [], 0.2, 'empty-history'],
  ['one entry', history().human('Hi').build(), 0.2, 'tail-covers-all'],
  ['everything is tail', exchanges(5), 1, 'tail-covers-all'],
  ['more than everything is tail', exchanges(5), 7, 'tail-covers-all'],
  ['the only exchange', exchanges(1), 0.2, 'tail-covers-all'],
  [
    'no tool was used',
    history().human('Hi').ai('Hello').human('Bye').build(),
    0.2,
    'nothing-removable',
  ],
] as const)('returns a no-op with a reason: %s', async (_, before, preserveThreshold, reason) => {
  expect(await compress(before, { preserveThreshold })).toMatchObject({
    kind: 'noop',
    reason,
    metadata: {
      originalMessageCount: before.length,
      compressedMessageCount: before.length,
      strategyUsed: 'high-density',
      llmCallMade: false,
    },
  });
});

test('keeps the newest exchange when the preserve threshold is not a valid share', async () => {
  for (const share of [Number.NaN, -1, Number.NEGATIVE_INFINITY]) {
    const before = exchanges(5);
    const after = await compressed(before, { preserveThreshold: share });
    expect(after.slice(-2)).toEqual(before.slice(-2));
  }
});

test('returns a no-op at or under an explicit target', async () => {
  const result = await compress(exchanges(5), { targetTokens: 1_000_000 });
  expect(result).toMatchObject({ kind: 'noop', reason: 'already-under-target' });
});

test('returns a no-op when the result would be larger (D11)', async () => {
  const built = history();
  for (let at = 0; at < 6; at += 1) built.call('read_file', { path: 'a.ts' }).result('ok');
  expect(await compress(built.build())).toMatchObject({ kind: 'noop', reason: 'no-gain' });
});

test('removes nothing to make up for summaries that are larger than their results', async () => {
  const built = history();
  for (let at = 0; at < 6; at += 1)
    built.call('read_file', { path: 'a.ts' }).result('ok').ai('So.');
  const before = built.build();
  const triggerTokens = Math.ceil((countTokensByCharacters(before) + 1) / 0.6);
  expect(await compress(before, { triggerTokens })).toMatchObject({
    kind: 'noop',
    reason: 'no-gain',
  });
});

test('reports the unchanged prefix, so that a prompt cache can use it (D17)', async () => {
  const before = [...history().system('Be brief.').human('Go').build(), ...exchanges(10)];
  const result = await compress(before);
  expect(result.metadata).toMatchObject({ firstChangedIndex: 3, topPreserved: 3 });
  const untouchedHead = await compress(exchanges(3).slice(0, 2).concat(exchanges(4)), {
    preserveThreshold: 0.5,
  });
  expect(untouchedHead.metadata.firstChangedIndex).toBe(1);
});

/** Returns the history as after a JSON round trip: new objects, no metadata. */
function reloaded(entries: readonly IContent[]): IContent[] {
  const plain = entries.map(({ speaker, blocks }) => ({ speaker, blocks }));
  return JSON.parse(JSON.stringify(plain)) as IContent[];
}

const say = (text: string): object[] => [{ type: 'text', text }];

test('keeps the tail start until entries are appended, also after a JSON round trip', async () => {
  const before = [...history().human('Go').build(), ...exchanges(20)];
  const options = { preserveThreshold: 0.4, targetTokens: 1_200 };
  const once = await compressed(before, options);
  expect(once.slice(0, 3)).toMatchObject([
    before[0],
    { speaker: 'ai', blocks: say('…') },
    {
      speaker: 'human',
      blocks: say('[24 entries between here and the newest 16 were dropped; 16 follow]'),
    },
  ]);
  for (const again of [once, reloaded(once)]) {
    for (const targetTokens of [1_200, 600, 100]) {
      const result = await compress(again, { ...options, targetTokens });
      expect(result.kind).toBe('noop');
    }
  }
  const more = [...once, ...exchanges(20)];
  const later = await compressed(more, options);
  expect(later.at(-17)).toBe(more.at(-17));
  expect(later.length).toBeLessThan(more.length);
});

test('one notice counts all removed entries, and a newer notice replaces a generated one', async () => {
  const options = { preserveThreshold: 0.1, targetTokens: 300 };
  const older = [...history().human('Go').build(), ...exchanges(20)];
  const newer = [...history().human('More').build(), ...exchanges(20)];
  const once = await compressed(older, options);
  const twice = await compressed([...once, ...newer], options);
  const notices = twice.filter(({ metadata }) => metadata?.reason === 'dropped-entries');
  expect(notices).toHaveLength(1);
  const [block] = notices[0]!.blocks;
  const count = block?.type === 'text' ? Number(/^\[(\d+)/.exec(block.text)?.[1]) : 0;
  // Generated entries were never in the input, so they do not count as removed.
  const kept = [...older, ...newer].filter((entry) => twice.includes(entry));
  expect(count).toBe(older.length + newer.length - kept.length);
});

test('keeps a notice that the user typed, and does not move the tail start forward for it', async () => {
  const typed = history()
    .human('[3 entries between here and the newest 4 were dropped; 4 follow]')
    .build();
  const before = [...exchanges(6), ...typed, ...exchanges(2)];
  const after = await compressed(before, { preserveThreshold: 0.1, targetTokens: 0 });
  expect(after).toContain(typed[0]);
  expect(after.slice(-4)).toEqual(before.slice(-4));
});

test('does not change the input history, and is deterministic', async () => {
  const before = exchanges(10);
  const copy = structuredClone(before);
  const frozen = before.map((entry) =>
    Object.freeze({ ...entry, blocks: Object.freeze(entry.blocks) }),
  );
  const strategy = createStrategy(highDensity);
  const context = testContext(Object.freeze(frozen), { targetTokens: 200 });
  expect(await strategy.compress(context)).toEqual(await strategy.compress(context));
  expect(before).toEqual(copy);
});

test('reports the provenance of every output entry', async () => {
  const before = [...history().human('Go').build(), ...exchanges(10)];
  const result = await compress(before, { targetTokens: 700, preserveThreshold: 0.3 });
  if (result.kind === 'noop') throw new Error(result.reason);
  const { provenance = [] } = result.metadata;
  expect(provenance).toHaveLength(result.newHistory.length);
  for (const [index, { sources, reason }] of provenance.entries()) {
    expect(reason === 'kept').toBe(result.newHistory[index] === before[sources[0]!]);
  }
  // The notice and the marker next to it stand for what no entry repeats.
  const sources = provenance.flatMap((record) => record.sources).toSorted((a, b) => a - b);
  expect(sources).toEqual([...before.keys()]);
});

test('repairs a malformed history first, and reports the repairs', async () => {
  const before = [
    ...history()
      .entry({
        speaker: 'tool',
        blocks: [{ type: 'tool_response', callId: 'gone', toolName: 'glob', result: 'x' }],
      })
      .human('Go')
      .build(),
    ...exchanges(10),
  ];
  const result = await compress(before);
  expect(result).toMatchObject({
    kind: 'applied',
    metadata: { repaired: [{ kind: 'orphan-response', index: 0 }], originalMessageCount: 22 },
  });
});

test('without a share set by the host, the newest fifth takes at most 30 % of the target', async () => {
  const before = exchanges(20);
  const kept = async (targetTokens: number): Promise<number | undefined> =>
    (
      await createStrategy(highDensity).compress({
        ...testContext(before, { targetTokens }),
        runtimeContext: { ephemerals: {} },
      })
    ).metadata.bottomPreserved;
  const fifth = countTokensByCharacters(before.slice(-8));
  expect(await kept(Math.ceil(fifth / 0.3) + 20)).toBe(8);
  expect(await kept(Math.floor(fifth / 0.3) - 20)).toBe(6);
  // The newest exchange stays, whatever it takes.
  expect(await kept(1)).toBe(2);
});
