import type {
  CompressionResult,
  ContentBlock,
  IContent,
  ToolCallBlock,
} from '@palimpsest/core-types';
import { countTokensByCharacters, countTokensByWords, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress } from './compressed.ts';

type Applied = Extract<CompressionResult, { kind: 'applied' }>;

function applied(result: CompressionResult): Applied {
  if (result.kind === 'noop') throw new Error(`Nothing happened: ${result.reason}.`);
  return result;
}

const LONG = 'line\n'.repeat(100);
const PICTURE = { type: 'media', mimeType: 'image/png', data: 'AA', encoding: 'base64' } as const;

function call(id: string): ToolCallBlock {
  return { type: 'tool_call', id, name: 'read_file', parameters: {} };
}

function responseTo(callId: string, result: unknown = LONG): ContentBlock {
  return { type: 'tool_response', callId, toolName: 'read_file', result };
}

test('returns a no-op for a history that is exactly at the explicit target', async () => {
  const before = history().call('glob').result(LONG).ai('So.').build();
  const targetTokens = countTokensByCharacters(before);
  const at = await compress(before, { targetTokens });
  expect(at).toMatchObject({ kind: 'noop', reason: 'already-under-target' });
  expect(await compress(before, { targetTokens: targetTokens - 1 })).toHaveProperty(
    'kind',
    'applied',
  );
});

test('returns `nothing-removable` and the shortfall when nothing may be removed', async () => {
  const before = history().system('Be brief.').human('What now?').ai('This.').build();
  expect(await compress(before, { targetTokens: 1 })).toMatchObject({
    kind: 'noop',
    reason: 'nothing-removable',
    metadata: { shortfallTokens: countTokensByCharacters(before) - 1 },
  });
});

test('returns a no-op when the notice costs as much as the entry that would be removed', async () => {
  const before = history().human('What now?').ai('This.').ai('That.').build();
  const result = await compress(before, {
    targetTokens: 1,
    estimateTokens: (entries) => entries.length * 100,
  });
  expect(result).toMatchObject({ kind: 'noop', reason: 'no-gain' });
});

/** One long result, and `count` results that are shorter than any summary line. */
function tiny(count: number): IContent[] {
  const built = history().call('read_file', { file_path: 'a.ts' }).result('word '.repeat(60));
  for (let at = 0; at < count; at += 1) built.call('glob').result('ok');
  return built.ai('Done.').build();
}

test('summarizes only the long result when summaries of all results would cost more', async () => {
  const before = tiny(100);
  const tokens = countTokensByWords(before);
  const options = { estimateTokens: countTokensByWords, preserveThreshold: 0.001 };
  const reduced = applied(await compress(before, { ...options, targetTokens: tokens - 1 }));
  expect(reduced.metadata.dropped).toEqual({ toolResults: 1 });
  expect(reduced.newHistory).toHaveLength(before.length);
  expect(reduced.newHistory[3]).toBe(before[3]);
  const targetTokens = reduced.metadata.tokensAfter!;
  expect(applied(await compress(before, { ...options, targetTokens }))).toEqual({
    ...reduced,
    metadata: { ...reduced.metadata, targetTokens },
  });
});

test('removes more when the summary of the long result does not meet the target', async () => {
  const before = tiny(100);
  const targetTokens = Math.floor(countTokensByWords(before) / 2);
  const { metadata, newHistory } = applied(
    await compress(before, {
      targetTokens,
      estimateTokens: countTokensByWords,
      preserveThreshold: 0.001,
    }),
  );
  expect(metadata.tokensAfter).toBeLessThanOrEqual(targetTokens);
  expect(metadata.shortfallTokens).toBeUndefined();
  expect(newHistory.length).toBeLessThan(before.length);
});

/** An entry of a provider-executed tool: reasoning, call and result. */
function provided(id: string, ...more: readonly ContentBlock[]): IContent {
  return {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'hm '.repeat(200) },
      { ...call(id), providerExecuted: true },
      responseTo(id),
      ...more,
    ],
  };
}

test('counts a summarized result also when the reasoning in its entry is removed', async () => {
  const before = [...history().human('Go.').build(), provided('a'), ...history().ai('So.').build()];
  const options = { preserveThreshold: 0.1 };
  const reduced = applied(await compress(before, { ...options, targetTokens: 250 }));
  expect(reduced.metadata.dropped).toEqual({ toolResults: 1 });
  // Low enough that a shorter summary line does not suffice.
  const targetTokens = reduced.metadata.tokensAfter! - 20;
  const { metadata, newHistory } = applied(await compress(before, { ...options, targetTokens }));
  expect(metadata.dropped).toEqual({ toolResults: 1, thinkingBlocks: 1 });
  expect(newHistory[1]!.blocks.map(({ type }) => type)).toEqual(['tool_call', 'tool_response']);
});

test('does not count an earlier summary as a summarized result when its exchange is removed', async () => {
  const before: IContent[] = [
    ...history().human('Go.').build(),
    { speaker: 'ai', blocks: [call('a'), call('b')] },
    {
      speaker: 'tool',
      blocks: [responseTo('a'), responseTo('b', '[read_file b.ts: success, 12 lines]')],
    },
    ...history().ai('x '.repeat(200)).build(),
    { speaker: 'ai', blocks: [call('c')] },
    { speaker: 'tool', blocks: [responseTo('c')] },
    ...history().ai('So.').build(),
  ];
  const all = await compress(before, { targetTokens: 300, preserveThreshold: 0.1 });
  expect(applied(all).metadata.dropped).toEqual({ toolResults: 2 });
  const reduced = applied(all).metadata.tokensAfter!;
  const less = await compress(before, { targetTokens: reduced - 20, preserveThreshold: 0.1 });
  expect(applied(less).metadata.dropped).toEqual({ toolResults: 1, toolCalls: 2 });
});

test('counts results that were removed with their calls only as tool calls', async () => {
  const built = history().human('Go.');
  for (let turn = 0; turn < 6; turn += 1) {
    built.call('read_file', { file_path: `${turn}.ts` }).result(LONG);
  }
  const before = built.ai('So.').build();
  const all = applied(await compress(before, { targetTokens: 1, preserveThreshold: 0.01 }));
  expect(all.metadata.dropped).toEqual({ toolCalls: 6 });
  expect(all.metadata.bottomPreserved).toBe(1);
});

test('counts a picture that was removed with its result, whatever is removed later', async () => {
  const before: IContent[] = [
    ...history().human('Go.').call('read_file').build(),
    { speaker: 'tool', blocks: [responseTo('call-1'), PICTURE] },
    ...history().ai('x '.repeat(400)).ai('So.').build(),
  ];
  const { metadata } = applied(
    await compress(before, { targetTokens: 100, preserveThreshold: 0.1 }),
  );
  expect(metadata.dropped).toMatchObject({ mediaBlocks: 1 });
  const only = applied(
    await compress(
      [
        ...history().call('read_file').build(),
        { speaker: 'tool', blocks: [responseTo('call-1', '[read_file: success]'), PICTURE] },
        ...history().ai('So.').build(),
      ],
      { preserveThreshold: 0.1 },
    ),
  );
  expect(only.metadata.dropped).toEqual({ mediaBlocks: 1 });
  expect(only.newHistory[1]!.blocks.map(({ type }) => type)).toEqual(['tool_response']);
});

test('keeps a picture in a model entry and a picture in the tail', async () => {
  const before = [provided('a', PICTURE), ...history().ai('And.').build(), provided('b', PICTURE)];
  const { newHistory } = applied(await compress(before, { preserveThreshold: 0.1 }));
  expect(newHistory[0]!.blocks.at(-1)).toBe(PICTURE);
  expect(newHistory[0]!.blocks[2]).toHaveProperty('result', '[read_file: success, 100 lines]');
  expect(newHistory[2]).toBe(before[2]);
});
