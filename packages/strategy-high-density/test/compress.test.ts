import type { CompressionResult, IContent, TokenEstimator } from '@palimpsest/core-types';
import { isGapMarker } from '@palimpsest/engine/history';
import { countTokensByCharacters, countTokensByWords, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { applied, compress } from './compressed.ts';

const SAID = 'what was said here takes some room too '.repeat(6);
const NOTICE =
  /^\[\d+ entr(?:y|ies) between here and the newest \d+ (?:was|were) dropped; \d+ follow\]$/;

/** A system message, and `turns` turns of user message, reasoning with a tool call, its result, and a reply. */
function session(turns: number): IContent[] {
  const built = history().system('Be brief.');
  for (let turn = 1; turn <= turns; turn += 1) {
    built
      .human(`${turn}? ${SAID}`)
      .call('read_file', { file_path: `${turn}.ts` }, { thought: SAID })
      .result('line\n'.repeat(100))
      .ai(`${turn}! ${SAID}`);
  }
  return built.build();
}

const whole = session(10);
const toTarget = (targetTokens: number): Promise<CompressionResult> =>
  compress(whole, { targetTokens, preserveThreshold: 0.1 });
/** Tokens when every result before the tail is a line and nothing is removed. */
const lined = applied(await compress(whole, { preserveThreshold: 0.1 })).metadata.tokensAfter!;

function textOf({ blocks: [block] }: IContent): string {
  return block?.type === 'text' ? block.text : '';
}

const say = (text: string): object[] => [{ type: 'text', text }];

test('summarizes results first, and changes nothing else while that suffices', async () => {
  const { newHistory, metadata } = applied(await toTarget(lined));
  expect(metadata.dropped).toEqual({ toolResults: 9 });
  const changed = newHistory.filter((entry, at) => entry !== whole[at]);
  expect(changed.map(({ speaker }) => speaker)).toEqual(Array<string>(9).fill('tool'));
});

test('then removes reasoning, exchanges, assistant texts and user text, each only if nothing before it is left', async () => {
  const seen = new Set<string>();
  for (let target = lined; target > 0; target -= 20) {
    const { metadata, newHistory } = applied(await toTarget(target));
    const { toolResults = 0, ...removed } = metadata.dropped!;
    for (const kind of Object.keys(removed)) seen.add(kind);
    const { thinkingBlocks, toolCalls = 0, aiEntries = 0, humanEntries } = removed;
    expect(toolCalls === 0 || thinkingBlocks === 9).toBe(true);
    expect(aiEntries === 0 || toolCalls === 9).toBe(true);
    // The text that the newest request answers is removed after user text.
    expect(humanEntries === undefined || aiEntries >= 8).toBe(true);
    // A line that was removed with its exchange does not count.
    expect(toolResults + toolCalls).toBe(9);
    expect(newHistory.filter(({ speaker }) => speaker === 'tool')).toHaveLength(toolResults + 1);
  }
  expect([...seen]).toEqual(['thinkingBlocks', 'toolCalls', 'aiEntries', 'humanEntries']);
});

test('at target 0, leaves the system message, the first request, the tail and a notice', async () => {
  const { newHistory, metadata } = applied(await toTarget(0));
  const kept = [...whole.slice(0, 2), ...whole.slice(-4)];
  expect(newHistory.filter((entry) => whole.includes(entry))).toEqual(kept);
  const marks = newHistory.filter((entry) => !whole.includes(entry));
  expect(marks.map(({ speaker, blocks }) => [speaker, blocks])).toEqual([
    ['ai', say('[35 entries between here and the newest 4 were dropped; 4 follow]')],
  ]);
  expect(metadata).toMatchObject({
    originalMessageCount: 41,
    compressedMessageCount: 7,
    strategyUsed: 'high-density',
    llmCallMade: false,
    firstChangedIndex: 2,
    topPreserved: 2,
    dropped: { thinkingBlocks: 9, toolCalls: 9, aiEntries: 9, humanEntries: 8 },
    shortfallReason:
      'the newest 4 of 41 entries stay unchanged (compression-preserve-threshold 0.1), and so do system and pinned entries and the first and the newest user message',
  });
});

const ESTIMATORS: readonly (readonly [string, TokenEstimator])[] = [
  ['characters', countTokensByCharacters],
  ['entries × 100', (entries) => entries.length * 100],
  ['asynchronous', (entries) => Promise.resolve(countTokensByCharacters(entries))],
  ['with a price for every call', (entries) => 50 + countTokensByCharacters(entries)],
  ['not additive', (entries) => Math.ceil(countTokensByCharacters(entries) ** 0.9)],
  ['blocks', (entries) => entries.reduce((sum, { blocks }) => sum + blocks.length, 0)],
];

test.each(ESTIMATORS)(
  'meets the target by the given estimator and removes no more than needed: %s',
  async (_, estimateTokens) => {
    const before = session(40);
    const tokens = await estimateTokens(before);
    for (const share of [0.9, 0.6, 0.4]) {
      const targetTokens = Math.floor(tokens * share);
      const options = { estimateTokens, targetTokens, preserveThreshold: 0.1 };
      const { newHistory, metadata } = applied(await compress(before, options));
      expect(await estimateTokens(newHistory)).toBe(metadata.tokensAfter);
      expect(metadata.tokensAfter).toBeLessThanOrEqual(targetTokens);
      expect(metadata.tokensAfter! / targetTokens).toBeGreaterThan(0.7);
      expect(metadata.shortfallTokens).toBeUndefined();
    }
  },
);

/** Entries that the estimator gets when a history of `turns` turns must lose nearly everything. */
async function estimatedEntries(turns: number): Promise<number> {
  let entries = 0;
  await compress(session(turns), {
    targetTokens: 0,
    preserveThreshold: 0.05,
    estimateTokens: (list) => {
      entries += list.length;
      return countTokensByCharacters(list);
    },
  });
  return entries;
}

test('the work of the estimator grows linearly with the history', async () => {
  expect(await estimatedEntries(200)).toBeLessThan(9 * (await estimatedEntries(25)));
});

test('an abort signal stops the compression while it runs', async () => {
  const controller = new AbortController();
  let calls = 0;
  const running = compress(session(50), {
    signal: controller.signal,
    targetTokens: 0,
    estimateTokens: (entries) => {
      calls += 1;
      if (calls === 8) controller.abort(new Error('that will do'));
      return countTokensByCharacters(entries);
    },
  });
  await expect(running).rejects.toThrow('that will do');
  expect(calls).toBeLessThan(12);
});

test('removes directives after all other user text', async () => {
  const before = history()
    .human('Build the importer.')
    .ai('Done.')
    .human(`Never touch the schema. ${SAID}`)
    .ai('Right.')
    .human(`Thanks. ${SAID}`)
    .ai('Good.')
    .human('And now?')
    .ai('Now we wait.')
    .build();
  const left = new Map<string, readonly IContent[]>();
  for (
    let targetTokens = countTokensByCharacters(before) - 1;
    targetTokens > 0;
    targetTokens -= 1
  ) {
    const result = await compress(before, { targetTokens, preserveThreshold: 0.2 });
    if (result.kind === 'noop') continue;
    const asked = result.newHistory.filter((entry) => before.includes(entry));
    const humans = asked.filter(({ speaker }) => speaker === 'human');
    left.set(JSON.stringify(humans), humans);
  }
  expect([...left.values()]).toEqual([
    [before[0], before[2], before[6]],
    [before[0], before[6]],
  ]);
});

const keepHumanText = { densityKeepHumanText: (): boolean => true };

test('keeps user text if the setting says so, and names it in the shortfall reason', async () => {
  const options = { targetTokens: 0, preserveThreshold: 0.1, ephemerals: keepHumanText };
  const { metadata, newHistory } = applied(await compress(whole, options));
  expect(newHistory).toEqual(
    expect.arrayContaining(whole.filter(({ speaker }) => speaker === 'human')),
  );
  expect(metadata.shortfallReason).toContain('all user text (compression.density.keepHumanText)');
});

test('cuts pasted data in a long user message before assistant text, and keeps the sentences around it', async () => {
  const log = Array.from({ length: 90 }, (_, at) => `12:00:${at} GET /pool/${at} 200 in ${at} ms`);
  const asked = ['Why is it slow? Never restart the pool.', ...log, 'The log is of today.'];
  const before = history()
    .human('Go.')
    .ai(SAID)
    .human(asked.join('\n'))
    .ai(SAID)
    .human('Well?')
    .ai('Yes.')
    .build();
  const targetTokens = Math.floor(countTokensByCharacters(before) / 2);
  const { newHistory } = applied(await compress(before, { targetTokens }));
  expect(textOf(newHistory[2]!)).toMatch(
    /^Why is it slow\? Never restart the pool\.\n12:00:0 [^]+\n\[truncated — \d+ chars\]\n[^]+\nThe log is of today\.$/,
  );
  expect(newHistory.filter((entry) => before.includes(entry))).toHaveLength(before.length - 1);
  const kept = await compress(before, { targetTokens, ephemerals: keepHumanText });
  expect(kept).toMatchObject({ kind: 'applied' });
  expect(applied(kept).newHistory).toContain(before[2]);
});

test('leaves each assistant text whole or removes it', async () => {
  const fact = 'The port of the pool is 5433, because 5432 was taken by the old cluster.';
  const courtesy = 'Great, please let me know if there is anything else that I can help you with.';
  const built = history();
  for (let turn = 0; turn < 10; turn += 1)
    built.human(`${turn}?`).ai(`${fact} (${turn}) ${courtesy}`);
  const before = built.build();
  for (const less of [1, 60, 200]) {
    const targetTokens = countTokensByCharacters(before) - less;
    const { newHistory, metadata } = applied(await compress(before, { targetTokens }));
    expect(Object.keys(metadata.dropped ?? {})).toEqual(['aiEntries']);
    const changed = newHistory.filter((entry) => !before.includes(entry));
    expect(changed.every((entry) => NOTICE.test(textOf(entry)) || isGapMarker(entry))).toBe(true);
  }
});

// By an estimator that counts entries, truncating the code saved nothing, so it was skipped.
test('truncates code next to an opaque block before user text, even if that saves no tokens', async () => {
  const code = 'a line of output\n'.repeat(15);
  const opaque: IContent = {
    speaker: 'ai',
    blocks: [
      { type: 'opaque', kind: 'mystery' },
      { type: 'code', code, language: 'ts' },
    ],
  };
  const rest = history();
  for (let at = 0; at < 3; at += 1)
    rest.human('Please review the retry policy before Friday. '.repeat(8));
  rest.call('read_file', { path: 'a.ts' }).result('one\n'.repeat(40)).human('Go on.');
  const result = await compress([opaque, ...rest.build()], {
    targetTokens: 0,
    preserveThreshold: 0,
    estimateTokens: (entries) => 100 * entries.length,
  });
  expect(JSON.stringify(applied(result))).not.toContain(JSON.stringify(code));
});

test('keeps entries that the caller or metadata pinned, and the other half of their exchanges', async () => {
  for (const index of [2, 3]) {
    const marked = whole.with(index, { ...whole[index]!, metadata: { pinned: true } });
    const spoken = marked[16]!;
    const { newHistory } = applied(
      await compress(marked, {
        targetTokens: 0,
        preserveThreshold: 0.1,
        pinned: (entry) => entry === spoken,
      }),
    );
    for (const entry of [marked[0], marked[index], spoken]) expect(newHistory).toContain(entry);
    const blocks = newHistory.flatMap((entry) => entry.blocks);
    const ids = blocks.map((block) =>
      block.type === 'tool_call' ? block.id : block.type === 'tool_response' ? block.callId : '',
    );
    expect(ids.filter(Boolean)).toEqual(['call-1', 'call-1', 'call-10', 'call-10']);
  }
});

const exchange = history().call('read_file').result('line\n'.repeat(100)).build();
const short = (count: number): IContent[] => {
  const built = history();
  for (let at = 0; at < count; at += 1) built.call('read_file', { path: 'a.ts' }).result('ok');
  return built.build();
};

test.each([
  ['there is no entry', [], {}, 'empty-history'],
  ['the only exchange is the tail', exchange, {}, 'tail-covers-all'],
  ['everything is tail', whole, { preserveThreshold: 1 }, 'tail-covers-all'],
  [
    'it is at the explicit target',
    exchange,
    { targetTokens: countTokensByCharacters(exchange) },
    'already-under-target',
  ],
  [
    'nothing may be removed',
    history().system('Be brief.').human('What now?').ai('This.').build(),
    { targetTokens: 1 },
    'nothing-removable',
  ],
  ['lines are longer than the results', short(6), {}, 'no-gain'],
  [
    'the notice costs as much as the removed entry',
    history().human('What now?').ai('This.').ai('That.').build(),
    { targetTokens: 1, estimateTokens: (entries: readonly IContent[]) => entries.length * 100 },
    'no-gain',
  ],
] as const)('changes nothing and says why: %s', async (_, before, options, reason) => {
  const { length } = before;
  expect(await compress(before, options)).toMatchObject({
    kind: 'noop',
    reason,
    metadata: { originalMessageCount: length, compressedMessageCount: length, llmCallMade: false },
  });
});

test('summarizes only the longer results when lines for all would cost more', async () => {
  const before = [...exchange, ...short(100), ...history().ai('Done.').build()];
  const options = { preserveThreshold: 0.001, estimateTokens: countTokensByWords };
  const { newHistory, metadata } = applied(await compress(before, options));
  expect(metadata.dropped).toEqual({ toolResults: 1 });
  expect(newHistory).toEqual(before.with(1, newHistory[1]!));
});

test('keeps entries when their notice would cost more than their removal saves', async () => {
  const [call, answer] = history().call('glob', {}, { id: 'old' }).result(SAID).build();
  const pinned = { ...call!, metadata: { pinned: true } };
  const before = [pinned, answer!, ...history().human(SAID).ai('ok').build(), ...exchange];
  const options = { targetTokens: 1, preserveThreshold: 0.34 };
  const { newHistory, metadata } = applied(await compress(before, options));
  expect(metadata.dropped).toEqual({ toolResults: 1 });
  expect(newHistory).toHaveLength(before.length);
});
