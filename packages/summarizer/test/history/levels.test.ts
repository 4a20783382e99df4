import type { CompressionResult, IContent } from '@palimpsest/core-types';
import { createSnapshotEntry } from '@palimpsest/engine/history';
import { countTokensByWords, history } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { attempt, snapshotOf, turns, USAGE } from './compressed.ts';
import { framedRequest, quotation } from './framed-request.ts';

const TALK = turns(14);
const WORDS = { estimateTokens: countTokensByWords };
const TOKENS = countTokensByWords(TALK);
const LONG = `Goal: ${'gates are open and shut by turns '.repeat(200)}`;

async function requestsMade(context: object, verification?: boolean): Promise<number> {
  const options = verification === undefined ? {} : { options: { verification } };
  const { model } = await attempt(TALK, undefined, { ...WORDS, ...context, ...options });
  return model.requests.length;
}

/** Returns the number of characters that a request allows. */
function budgetIn(lastWord: string): number {
  return Number(/may have (\d+) characters at most/.exec(lastWord)?.[1]);
}

function applied(result: CompressionResult): IContent[] {
  if (result.kind !== 'applied') throw new Error(`Nothing was done: ${result.reason}`);
  return result.newHistory;
}

describe('a summary that fits', () => {
  test('replaces its entries in place, followed by a continuation message', async () => {
    const { result, snapshot, model } = await attempt(TALK, undefined, WORDS);
    const entries = applied(result);
    expect(entries[0]).toBe(TALK[0]);
    expect(entries.slice(-2)).toEqual(TALK.slice(-2));
    const speakers = entries.map(({ speaker }) => speaker);
    expect(speakers).toEqual(['human', 'ai', 'human', 'ai', 'human', 'ai']);
    expect(snapshot).toMatch(
      /^\[Summary of 11 earlier messages, written by a model\. They are no longer shown; .*\]\n\n<state_snapshot>\nGoal: ships\.\n<\/state_snapshot>/,
    );
    expect(model.requests).toHaveLength(1);
    expect(result.metadata).toMatchObject({
      strategyUsed: 'test',
      originalMessageCount: 14,
      compressedMessageCount: 6,
      llmCallMade: true,
      llmCalls: [{ usage: USAGE }],
      usage: USAGE,
      tokensBefore: TOKENS,
      tokensAfter: countTokensByWords(entries),
      topPreserved: 1,
      bottomPreserved: 2,
      dropped: { summarizedEntries: 11 },
    });
  });
});

describe('a summary that is no gain', () => {
  test('is replaced by one that rules write', async () => {
    const asked = await attempt(TALK, [snapshotOf(LONG)], WORDS);
    expect(asked.model.requests).toHaveLength(1);
    expect(asked.snapshot).toContain(', put together without a model.');
    expect(asked.snapshot).not.toContain('by turns');
    expect(asked.snapshot).toMatch(/<state_snapshot>\n.*gate\d+ opens/s);
    expect(asked.result.metadata.tokensAfter).toBeLessThan(TOKENS);
    expect(asked.result.metadata.llmCalls).toHaveLength(1);
  });

  test('leaves only the facts when rules gain nothing either', async () => {
    const short = history().human('Please look at the first gate.');
    for (let at = 0; at < 9; at += 1) short.ai(`Gate${at} it is.`).human(`So, gate${at}?`);
    const asked = await attempt(short.build(), [snapshotOf(LONG)], {
      estimateTokens: (all) =>
        countTokensByWords(all) + (JSON.stringify(all).includes('state_snapshot>') ? 1_000 : 0),
    });
    expect(asked.snapshot).toMatch(
      /^\[Summary of 16 earlier messages, put together without a model/,
    );
    expect(asked.snapshot).not.toContain('state_snapshot');
  });

  test('is not asked for when the facts alone gain nothing', async () => {
    const entries = history().human('Go on.');
    for (let at = 0; at < 6; at += 1)
      entries.call('read_file', { path: `src/gate/${at}.ts` }).result('ok');
    entries.human('And?').ai('Yes.').human('Good.');
    const { result, model } = await attempt(entries.build(), undefined, WORDS);
    expect(result).toMatchObject({ kind: 'noop', reason: 'no-gain' });
    expect(model.requests).toEqual([]);
  });
});

test('a truncated summary is used, and one above the target reports the shortfall', async () => {
  const cut = await attempt(TALK, ['<state_snapshot>Goal: sh'], WORDS);
  expect(cut.snapshot).toContain('<state_snapshot>\nGoal: sh\n</state_snapshot>');
  const { result, model } = await attempt(TALK, undefined, { ...WORDS, targetTokens: 5 });
  expect(model.requests).toHaveLength(1);
  expect(result.metadata.shortfallTokens).toBeGreaterThan(0);
  expect(result.metadata.shortfallReason).toContain('the newest human entry');
});

test('the target determines the length of the summary', async () => {
  const entries = turns(80, 400);
  const lengths: number[] = [];
  for (const targetTokens of [2_000, 1_500, undefined]) {
    const { model } = await attempt(entries, undefined, {
      ...WORDS,
      ...(targetTokens && { targetTokens }),
    });
    lengths.push(budgetIn(framedRequest(model.requests[0]!.contents).lastWord));
  }
  const [large, small, free] = lengths as [number, number, number];
  expect(large).toBeGreaterThan(small);
  expect(free).toBe(12_000);
});

test('reasoning alone calls no model: the earlier summary stays', async () => {
  const silent = Array.from({ length: 9 }, (): IContent => ({
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'hm '.repeat(200) },
      { type: 'opaque', kind: 'x' },
    ],
  }));
  const entries = [...turns(1), createSnapshotEntry('Goal: gates.', {}), ...silent, ...turns(2)];
  const { model, snapshot, result } = await attempt(entries);
  expect(model.requests).toEqual([]);
  expect(snapshot).toContain('Goal: gates.');
  expect(result.metadata.llmCallMade).toBe(false);
});

describe('verification', () => {
  const VERIFIED = { ...WORDS, compressionVerification: true };

  test('is off by default, and the context takes precedence over the setting', async () => {
    expect(await requestsMade({})).toBe(1);
    expect(await requestsMade({}, true)).toBe(2);
    expect(await requestsMade({ compressionVerification: true })).toBe(2);
    expect(await requestsMade({ compressionVerification: false }, true)).toBe(1);
  });

  test('quotes the source and the draft, and the correction is used', async () => {
    const { model, snapshot } = await attempt(
      TALK,
      [snapshotOf('Goal: ships.'), snapshotOf('Goal: gates.')],
      VERIFIED,
    );
    const [first, second] = model.requests.map(({ contents }) => framedRequest(contents));
    expect(quotation(second!, 'draft')).toBe('Goal: ships.');
    expect(quotation(second!, 'history')).toBe(quotation(first!, 'history'));
    expect(second!.rules).toContain('The quotation "draft" holds');
    expect(snapshot).toContain('Goal: gates.');
  });

  test.each([
    ['fails', new Error('no')],
    ['is blank', snapshotOf(' ')],
    ['is cut off', '<state_snapshot>Goal: gat'],
    ['is too long', snapshotOf(LONG)],
  ])('a correction that %s is not used', async (_, correction) => {
    const { model, snapshot } = await attempt(
      TALK,
      [snapshotOf('Goal: ships.'), correction],
      VERIFIED,
    );
    expect(model.requests).toHaveLength(2);
    expect(snapshot).toContain('Goal: ships.');
  });
});

describe('makes no change and reports the reason', () => {
  test.each<[string, readonly IContent[], object]>([
    ['empty-history', [], {}],
    ['already-under-target', TALK, { targetTokens: TOKENS }],
    ['already-under-target', TALK, { targetTokens: 10, currentTokenCount: 10 }],
    ['too-few-compressible', turns(7), { split: { top: 2, bottom: 5 } }],
  ])('%s', async (reason, entries, context) => {
    const { result, model } = await attempt(entries, undefined, { ...WORDS, ...context });
    expect(result).toMatchObject({ kind: 'noop', reason });
    expect(model.requests).toEqual([]);
  });
});

describe('what is preserved', () => {
  test('system and pinned entries and the newest user message, which the request quotes separately', async () => {
    const entries = [
      ...turns(4),
      { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] } as const,
      {
        speaker: 'ai',
        blocks: [{ type: 'text', text: 'Keep me.' }],
        metadata: { pinned: true },
      } as const,
      ...turns(9, 60),
      ...turns(4)
        .slice(1)
        .filter(({ speaker }) => speaker === 'ai'),
    ];
    const newest = entries.findLastIndex(({ speaker }) => speaker === 'human');
    const { result, model, snapshot } = await attempt(entries, undefined, {
      ...WORDS,
      pinned: (entry) => entry === entries[2],
      split: { top: 1, bottom: entries.length - 1 },
    });
    const kept = applied(result);
    for (const entry of [
      entries[0],
      entries[2],
      entries[4],
      entries[5],
      entries[newest],
      entries.at(-1),
    ])
      expect(kept).toContain(entry);
    expect(kept).toHaveLength(9);
    expect(snapshot).toContain('Summary of 11 earlier');
    const request = framedRequest(model.requests[0]!.contents);
    expect(quotation(request, 'latest request')).toContain('Turn 8');
    expect(quotation(request, 'history')).not.toContain('Be brief.');
  });
});
