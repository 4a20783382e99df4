import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { personTexts } from '@palimpsest/engine/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { compress, compressed, reducedInPlace, summarized, textsOf } from './compressed.ts';

const topics = ['pools', 'queues', 'retries', 'caches', 'indexes', 'limits', 'locks', 'logs'];
const say = (topic: string, sentences = 10): string =>
  Array.from(
    { length: sentences },
    (_, at) => `The ${topic} were looked at on day ${at}, and nobody found anything.`,
  ).join(' ');

function talk(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built
      .human(say(`${topics[turn % 8]!} ${turn}`))
      .ai(say(`${topics[(turn + 3) % 8]!} and ${turn}`));
  }
  return built.build();
}

const read = (path: string, text: unknown): IContent[] =>
  history().call('read_file', { file_path: path }).result(text).build();

const FOUR = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'One?' }] },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'One.' }] },
  { speaker: 'human', blocks: [{ type: 'text', text: 'Two?' }] },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'Two.' }] },
] as const satisfies readonly IContent[];

/** The first request is never changed. */
const GO = history().human('Go.').build();

const callsOf = (entries: readonly IContent[]): ContentBlock[] =>
  entries.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_call'));

const countEntries = (entries: readonly IContent[]): number => entries.length;

describe('order of reduction', () => {
  test('summarizes the oldest text first, and no more than needed', async () => {
    const before = talk(10);
    const tokens = countTokensByCharacters(before);
    const after = await compressed(before, { targetTokens: tokens - 50 });
    expect(textsOf(after[1]!)[0]).toMatch(/^\[summary: The caches/);
    expect(after.slice(2)).toEqual(before.slice(2));
    expect(after[0]).toBe(before[0]);
  });

  test('reduces results first, then reasoning, then model text, and pasted user data last', async () => {
    const before = history()
      .call('inspect', {}, { thought: 'Hm, let me see. '.repeat(20) })
      .result({ rows: Array.from({ length: 50 }, (_, row) => row) })
      .human('const answer = 42;\n'.repeat(80))
      .ai('const half = 21;\n'.repeat(40))
      .entry(FOUR[0])
      .entry(FOUR[1])
      .entry(FOUR[2])
      .entry(FOUR[3])
      .build();
    const tokens = countTokensByCharacters(before);
    const steps: string[] = [];
    for (let targetTokens = tokens - 1; targetTokens > 0; targetTokens -= 10) {
      const result = await compress(before, { targetTokens });
      if (result.kind === 'noop' || result.metadata.shortfallTokens !== undefined) break;
      const { dropped } = result.metadata;
      const lengths = result.newHistory.slice(2, 4).map((entry) => textsOf(entry)[0]!.length);
      const step = JSON.stringify([dropped, ...lengths]);
      if (steps.at(-1) !== step) steps.push(step);
    }
    expect(steps).toEqual(
      [
        [{ toolResults: 1 }, 1_520, 680],
        [{ toolResults: 1, thinkingBlocks: 1 }, 1_520, 680],
        [{ toolResults: 1, thinkingBlocks: 1, truncatedTexts: 1 }, 1_520, 23],
        [{ toolResults: 1, thinkingBlocks: 1, truncatedTexts: 2 }, 936, 23],
        [{ toolResults: 1, thinkingBlocks: 1, truncatedTexts: 2 }, 462, 23],
        // The beginning of the first request is kept.
        [{ toolResults: 1, thinkingBlocks: 1, truncatedTexts: 2 }, 367, 23],
      ].map((step) => JSON.stringify(step)),
    );
  });

  test('writes no summary line that is longer than its result, even if it costs fewer tokens', async () => {
    const before = [...read('a.ts', 'a b c d e f g h i j'), ...FOUR];
    const result = await compress(before, {
      estimateTokens: (entries) => entries.flatMap(textsOf).join(' ').split(' ').length,
    });
    expect(result.kind).toBe('noop');
  });

  test('removes a picture next to a result, and replaces one of the user by a line', async () => {
    const picture = {
      type: 'media',
      mimeType: 'image/png',
      data: 'aGk=',
      encoding: 'base64',
    } as const;
    const shot = history().call('shoot').result('ok').build();
    const before: IContent[] = [
      ...GO,
      { speaker: 'human', blocks: [picture, { type: 'text', text: say('locks') }] },
      shot[0]!,
      { ...shot[1]!, blocks: [...shot[1]!.blocks, picture] },
      ...FOUR,
    ];
    const result = await compress(before);
    if (result.kind === 'noop') throw new Error(result.reason);
    expect(textsOf(result.newHistory[1]!)).toEqual([
      expect.stringMatching(/^\[truncated — \d+ chars\]$/),
    ]);
    expect(result.newHistory[3]).toEqual(shot[1]);
    expect(result.metadata.dropped).toEqual({ mediaBlocks: 2, truncatedTexts: 1 });
  });

  test('what people attached goes before what they and the agent said, oldest first', async () => {
    const picture = { type: 'media', mimeType: 'image/png', data: '', encoding: 'base64' } as const;
    const asked = (name: string): IContent => ({
      speaker: 'human',
      blocks: [{ type: 'text', text: `Is ${name} free?` }, picture],
    });
    const names = ['berth 1', 'berth 2', 'berth 3', 'berth 4'];
    const before = [
      ...names.flatMap((name) => [asked(name), ...history().ai(`Yes, ${name} is.`).build()]),
      ...history().human('Which ones are free?').build(),
    ];
    const estimateTokens = (entries: readonly IContent[]): number =>
      entries.reduce((sum, { blocks }) => sum + (blocks.includes(picture) ? 1_220 : 20), 0);
    const result = await compress(before, { targetTokens: 2_700, estimateTokens });
    if (result.kind === 'noop') throw new Error(result.reason);
    const kept = result.newHistory.map(({ blocks }) => blocks.includes(picture));
    expect(kept).toEqual([false, false, false, false, true, false, true, false, false]);
    expect(result.metadata.dropped).toEqual({ mediaBlocks: 2 });
  });
});

describe('what is never reduced', () => {
  test.each([0, 1, 4, 6])(
    'the newest %d entries, and the first and the newest user message',
    async (recencyWindow) => {
      const newest = [...talk(4), ...history().ai(say('late')).ai(say('later')).build()].slice(2);
      const before = [...talk(1), ...read('a.ts', 'const answer = 42;\n'.repeat(9_000)), ...newest];
      const targetTokens = 10 * countTokensByCharacters(newest);
      const options = { settings: { recencyWindow } };
      const { metadata } = await compress(before, { targetTokens, options });
      expect(metadata).toMatchObject({
        bottomPreserved: recencyWindow,
        tokensAfter: expect.any(Number),
      });
      const after = await compressed(before, { targetTokens: 0, options });
      expect(after).toContain(before[0]);
      const request = before.findLast(({ speaker }) => speaker === 'human')!;
      // In place, or word for word in a record.
      expect(after.flatMap(personTexts)).toContain(textsOf(request)[0]);
      expect(await reducedInPlace(before, { options })).toContain(request);
    },
  );

  test('as many of the newest entries as take at most 30 % of the target, but always the newest exchange', async () => {
    const newest = talk(4);
    const before = [...talk(1), ...read('a.ts', 'const answer = 42;\n'.repeat(9_000)), ...newest];
    const four = countTokensByCharacters(newest.slice(-4));
    const kept = async (targetTokens: number): Promise<number | undefined> =>
      (await compress(before, { targetTokens })).metadata.bottomPreserved;
    expect(await kept(Math.ceil(four / 0.3) + 10)).toBe(4);
    expect(await kept(Math.floor(four / 0.3) - 10)).toBe(3);
    expect(await kept(0)).toBe(1);
    expect(
      (await compress([...before, ...read('b.ts', 'x')], { targetTokens: 0 })).metadata,
    ).toMatchObject({ bottomPreserved: 2 });
  });

  test('system entries, and entries pinned by metadata or by the host', async () => {
    const before: IContent[] = [
      ...history().system(say('rules')).build(),
      { ...history().human(say('pinned')).build()[0]!, metadata: { pinned: true } },
      ...talk(3),
    ];
    const after = await compressed(before, { pinned: (entry) => entry === before[2] });
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[0]).toBe(before[0]);
    expect(after[3]).not.toBe(before[3]);
  });

  test.each([0, 300, 600])(
    'the arguments of calls that remain, at target %i',
    async (targetTokens) => {
      const content = 'const answer = 42;\n'.repeat(100);
      const command = `npm test -- ${'src/pool.ts '.repeat(40)}`;
      const before = history()
        .human('Go.')
        .call('write_file', { file_path: 'a.ts', content, edits: [{ old: content, all: true }] })
        .result('ok')
        .call('run_shell_command', { command })
        .result('ok')
        .build();
      const after = await compressed([...before, ...FOUR], { targetTokens });
      for (const call of callsOf(after)) expect(callsOf(before)).toContain(call);
    },
  );

  test('the error and the error lines of a failure (law 7)', async () => {
    const output = [
      ...Array.from({ length: 90 }, (_, at) => ` ok ${at}`),
      'Error: no pool',
      'Tests 1 failed',
    ];
    const before = history()
      .call('run_shell_command', { command: 'npm test' })
      .result(output.join('\n'), 'Exit code 1')
      .build();
    const after = await reducedInPlace([...before, ...FOUR, ...FOUR]);
    const [block] = after[1]!.blocks;
    expect(block).toMatchObject({ error: 'Exit code 1' });
    expect(textsOf(after[1]!)[0]).toBe(
      '[run_shell_command npm test: error, 92 lines]\nError: no pool\nTests 1 failed',
    );
  });
});

describe('form of the output', () => {
  test('a summary keeps speaker and metadata, and has no `native` data', async () => {
    const before = talk(4).map((entry, at) => ({
      ...entry,
      metadata: { id: `m${at}` },
      native: {},
    }));
    const [, first] = await summarized(before);
    expect(first).toMatchObject({
      speaker: 'ai',
      metadata: { id: 'm1', isSummary: true },
    });
    expect(Object.keys(first!)).not.toContain('native');
  });

  test('adjacent entries of one speaker become one entry with provenance for all of them', async () => {
    const before = [
      ...history()
        .human('Go.')
        .ai(say('pools'))
        .ai(say('queues'))
        .human('Right?')
        .ai(say('locks'))
        .build(),
      ...FOUR,
    ];
    const result = await compress(before, {
      targetTokens: countTokensByCharacters(before) - 150,
    });
    if (result.kind === 'noop') throw new Error(result.reason);
    expect(result.newHistory).toHaveLength(before.length - 1);
    expect(textsOf(result.newHistory[1]!)[0]).toMatch(/ \(2 messages merged\)/);
    expect(result.metadata.provenance?.slice(1, 3)).toEqual([
      { sources: [1, 2], reason: 'summary' },
      { sources: [3], reason: 'kept' },
    ]);
    expect(result.metadata.dropped).toEqual({ summarizedTexts: 2 });
  });

  test('a summary of several entries covers at most 4,000 characters', async () => {
    const built = history().human('Go.');
    for (let at = 0; at < 12; at += 1) built.ai(say(`topic ${at}`));
    const after = await summarized([...built.build(), ...FOUR]);
    const counts = after
      .slice(1, -4)
      .map((entry) => /\((\d+) messages/.exec(textsOf(entry)[0]!)?.[1]);
    expect(say('topic 10').length * 6).toBeLessThan(4_000);
    expect(say('topic 1').length * 7).toBeGreaterThan(4_000);
    expect(counts).toEqual(['6', '6']);
  });
});

describe('duplicates', () => {
  const file = 'export const answer = 42;\n'.repeat(30);

  test('an older result with the same text refers to the newest by tool and key', async () => {
    const before = [...read('src/a.ts', file), ...FOUR, ...read('src/a.ts', file), ...FOUR];
    const result = await compress(before, { targetTokens: countTokensByCharacters(before) - 100 });
    if (result.kind === 'noop') throw new Error(result.reason);
    expect(textsOf(result.newHistory[1]!)).toEqual([
      `[dup of read_file src/a.ts below — ${file.length} chars]`,
    ]);
    expect(result.newHistory[7]).toBe(before[7]);
    expect(result.metadata.dropped).toEqual({ duplicateTexts: 1 });
  });

  test('the text of a record is compared without its other fields; a result with a picture stays whole', async () => {
    const picture = {
      content: [
        { type: 'text', text: file },
        { type: 'image', data: 'x'.repeat(900) },
      ],
    };
    const before = [
      ...read('a.ts', { output: file, exitCode: 0 }),
      ...read('b.ts', picture),
      ...read('c.ts', [{ type: 'text', text: file }]),
      ...FOUR,
    ];
    const after = await summarized(before);
    const output = `[dup of read_file c.ts below — ${file.length} chars]`;
    expect(after[1]!.blocks[0]).toMatchObject({ result: { output, exitCode: 0 } });
    expect(after[3]).toBe(before[3]);
  });

  test('a repeated failure is not replaced by a reference', async () => {
    const failed = history()
      .call('run_shell_command', { command: 'x' })
      .result(`${file}Exit Code: 2`);
    const again = failed
      .call('run_shell_command', { command: 'x' })
      .result(`${file}Exit Code: 2`)
      .build();
    const before = [...again, ...FOUR];
    const after = await compressed(before, { targetTokens: countTokensByCharacters(before) - 50 });
    expect(after.flatMap(textsOf).some((text) => text.startsWith('[dup'))).toBe(false);
  });

  test('references to a result that becomes a line are replaced too', async () => {
    const before = [...read('a.ts', file), ...read('a.ts', file), ...FOUR];
    const after = await reducedInPlace(before);
    expect(after.slice(0, 4).flatMap(textsOf)).toEqual([
      `[truncated — ${file.length} chars]`,
      '[read_file a.ts: success, 30 lines]',
    ]);
  });

  test('a text that a pinned reference names stays', async () => {
    const reference: IContent = {
      ...history().human(`[dup of read_file a.ts below — ${file.length} chars]`).build()[0]!,
      metadata: { pinned: true },
    };
    const before = [reference, ...read('a.ts', file), ...FOUR];
    expect(await compress(before)).toMatchObject({ kind: 'noop', reason: 'nothing-removable' });
    const { metadata: _pin, ...free } = reference;
    expect((await compressed([free, ...before.slice(1)])).slice(0, 3).flatMap(textsOf)).toEqual([
      `[truncated — ${file.length} chars]`,
      '[read_file a.ts: success, 30 lines]',
    ]);
  });

  test('near duplicates are replaced if `nearDedup` is set', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `export const answer${at} = ${at};`);
    const old = lines.join('\n');
    const changed = old.replace('= 39', '= 40');
    const before = [...read('a.ts', old), ...read('a.ts', changed), ...FOUR];
    const options = { settings: { nearDedup: true, nearThreshold: 0.9 } };
    const targetTokens = countTokensByCharacters(before) - 100;
    const after = await compressed(before, { targetTokens, options });
    expect(textsOf(after[1]!)).toEqual([
      `[near-dup of read_file a.ts (${old.length} chars) below — ${old.length} chars, ~95% match]`,
    ]);
    expect(after[3]).toBe(before[3]);
  });
});

describe('no-op reasons, target and abort signal', () => {
  const long = [...history().human('Go.').ai(say('pools')).build(), ...FOUR];

  test.each([
    ['empty-history', [], {}],
    ['already-under-target', long, { targetTokens: 10_000 }],
    ['already-under-target', long, { currentTokenCount: 10, targetTokens: 10 }],
    ['tail-covers-all', read('a.ts', 'const answer = 42;'), {}],
    ['nothing-removable', FOUR, {}],
    ['nothing-removable', FOUR, { options: { settings: { recencyWindow: 99 } } }],
    ['nothing-removable', long.slice(0, 3), { estimateTokens: countEntries }],
  ] as const)('%s', async (reason, before, options) => {
    const result = await compress(before, options);
    expect(result).toMatchObject({
      kind: 'noop',
      reason,
      metadata: { strategyUsed: 'extractive' },
    });
  });

  test('the shortfall and its reason are reported', async () => {
    const { metadata } = await compress(talk(4));
    expect(metadata.shortfallTokens).toBe(metadata.tokensAfter);
    expect(metadata.shortfallReason).toMatch(/^the newest 1 of 8 entries stay unchanged/);
  });

  test('an abort signal stops the compression, before and while it runs', async () => {
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(compress(talk(4), { signal: aborted })).rejects.toThrow('enough');
    const controller = new AbortController();
    let calls = 0;
    const estimateTokens = (entries: readonly IContent[]): number => {
      calls += 1;
      if (calls === 5) controller.abort(new Error('that will do'));
      return countTokensByCharacters(entries);
    };
    const { signal } = controller;
    await expect(compress(talk(40), { signal, estimateTokens })).rejects.toThrow('that will do');
    expect(calls).toBeLessThan(9);
  });
});
