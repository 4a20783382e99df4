import { anthropic } from '@palimpsest/formats/anthropic';
import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import { checkGemini } from '../../formats/test/checker/check-gemini.ts';
import { gemini } from '@palimpsest/formats/gemini';
import { icontent } from '@palimpsest/formats/icontent';
import { openai } from '@palimpsest/formats/openai';
import { describe, expect, test } from 'vitest';
import { compress, DEFAULT_STRATEGY, type CompressOptions } from '../src/index.ts';
import { readingSession } from './sessions.ts';

/** Compresses a session four times, and adds new exchanges after each compression. */
async function grow(
  strategy: string,
  targetTokens: number,
): Promise<readonly Record<string, unknown>[]> {
  let messages = readingSession(30);
  for (let round = 0; round < 4; round += 1) {
    const { messages: after, report } = await compress(messages, { strategy, targetTokens });
    expect(report.kind).toBe('applied');
    messages = [...after, ...readingSession(12).slice(2)];
  }
  return messages;
}

describe('the result', () => {
  test('meets the target, keeps the format, and contains unchanged messages as the same objects', async () => {
    const messages = readingSession(20);
    const { messages: after, report } = await compress(messages, { targetRatio: 0.5 });
    expect(report).toMatchObject({ strategy: DEFAULT_STRATEGY, format: 'openai', kind: 'applied' });
    expect(report.tokensAfter).toBeLessThanOrEqual(report.targetTokens);
    expect(after[0]).toBe(messages[0]);
    expect(after.at(-1)).toBe(messages.at(-1));
    // One report, and the newest exchanges as they were.
    const kept = after.slice(2);
    expect(kept).toHaveLength(8);
    for (const [at, message] of kept.entries()) expect(message).toBe(messages.at(at - 8));
    expect(after[1]).toMatchObject({ role: 'user' });
    expect(after[1]!['content']).toContain('\n\nThe user wrote:\nFind the bug.\n\n<log>\n• Read ');
    expect(report.firstChangedIndex).toBe(1);
    expect(report.messagesAfter).toBe(after.length);
  });

  test('consists of the same message objects when the target is already met', async () => {
    const messages = readingSession(3);
    const { messages: after, report } = await compress(messages, { targetTokens: 1_000_000 });
    expect(report).toMatchObject({ kind: 'noop', reason: 'already-under-target', dropped: {} });
    expect(after.every((message, index) => message === messages[index])).toBe(true);
    expect(report.firstChangedIndex).toBeUndefined();
  });

  test('contains one report, however often a growing session is compressed', async () => {
    const messages = await grow(DEFAULT_STRATEGY, 1_500);
    const reports = messages.filter(({ content }) =>
      String(content).startsWith('Report of the earlier part of this conversation'),
    );
    expect(reports).toHaveLength(1);
    expect(reports[0]!['content']).toContain('src/file-0.ts');
    // Only the messages added since stand after it.
    expect(messages.length).toBeLessThan(2 * 12 + 12);
  });

  test('has the exact share as its target, also where floating point is below it', async () => {
    const options = { targetRatio: 0.29, estimateTokens: () => 100 };
    const { report } = await compress(readingSession(1), options);
    expect(report.targetTokens).toBe(29);
  });

  test('reports the shortfall and its reason', async () => {
    const { report } = await compress(readingSession(20), { targetTokens: 1 });
    expect(report.shortfallTokens).toBe(report.tokensAfter - 1);
    expect(report.shortfallReason).toMatch(/the newest \d+ of 42 entries stay unchanged/);
  });

  test.each([
    ['anthropic', anthropic, checkAnthropic],
    ['gemini', gemini, checkGemini],
    ['icontent', icontent, () => []],
  ] as const)('comes back in %s', async (format, codec, check) => {
    const messages = codec.encode(openai.decode(readingSession(20) as never[])) as unknown[];
    const { messages: after, report } = await compress(messages, { targetRatio: 0.5 });
    expect(report).toMatchObject({ format, kind: 'applied' });
    expect(after.at(-1)).toBe(messages.at(-1));
    expect(check(after as never[])).toEqual([]);
  });
});

describe('settings', () => {
  test('choose the strategy for one call', async () => {
    const settings = { 'compression.strategy': 'top-down-truncation' };
    const { report } = await compress(readingSession(20), { settings, targetRatio: 0.5 });
    expect(report.strategy).toBe('top-down-truncation');
    expect((await compress(readingSession(1))).report.strategy).toBe('salience');
  });

  test('set the default target: 0.6 of 0.85 of the context window', async () => {
    const { report } = await compress(readingSession(20), { contextLimit: 128_000 });
    expect(report.targetTokens).toBe(65_280);
  });

  test('reach the strategy', async () => {
    const settings = { 'compression-preserve-threshold': 1 };
    const { report } = await compress(readingSession(20), { settings, targetRatio: 0.5 });
    expect(report).toMatchObject({ kind: 'noop', reason: 'tail-covers-all' });
  });

  test('are rejected when invalid', async () => {
    const settings = { 'compression-threshold': 2, 'compression.density.fileDedup': true };
    await expect(compress([], { settings })).rejects.toThrow(/compression-threshold[^]*fileDedupe/);
  });
});

describe('broken input', () => {
  test('is repaired, and the report names the repairs', async () => {
    const [system, user, call] = readingSession(1);
    const orphan = { role: 'tool', tool_call_id: 'nobody', content: 'lost' };
    const { messages: after, report } = await compress([system, user, orphan, call, user]);
    expect(report.repaired.map(({ kind }) => kind)).toEqual(['orphan-response', 'unanswered-call']);
    expect(after).toHaveLength(5);
    expect(after[3]).toMatchObject({ role: 'tool', tool_call_id: 'call_0' });
    expect(after[0]).toBe(system);
  });

  test('of no known format is rejected, with what is expected', async () => {
    await expect(compress([{ text: 'hello' }])).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringMatching(
        /^messages\[0\]: expected a message in the format .+, got an object with text\. If the messages are/,
      ),
    });
    const second = [{ role: 'user', content: 'a' }, 5] as never;
    await expect(compress(second)).rejects.toThrow(/^messages\[\d\]: expected .+, got 5\./);
    await expect(compress('hello' as never)).rejects.toThrow(
      /messages: expected an array .+, got "hello"\./,
    );
  });

  test('in a wrongly named format is rejected with the index of the message', async () => {
    await expect(compress([null], { format: 'openai' })).rejects.toMatchObject({
      name: 'FormatError',
      index: 0,
    });
  });
});

describe('options', () => {
  test.each([
    [{ targetTokens: 0 }, 'targetTokens: expected a number from 1 to 9007199254740991, got 0.'],
    [{ targetTokens: 0.5 }, 'targetTokens: expected a number from 1 to 9007199254740991, got 0.5.'],
    [
      { targetTokens: 1e16 },
      'expected a number from 1 to 9007199254740991, got 10000000000000000.',
    ],
    [
      { contextLimit: Number.NaN },
      'contextLimit: expected a number from 1 to 9007199254740991, got NaN.',
    ],
    [{ targetRatio: 0 }, 'targetRatio: expected a number greater than 0 and less than 1, got 0.'],
    [{ targetRatio: 1 }, 'targetRatio: expected a number greater than 0 and less than 1, got 1.'],
    [
      { targetRatio: 0.5, targetTokens: 5 },
      'targetTokens, targetRatio: expected one of them, got both.',
    ],
    [null, 'options: expected an object such as { targetRatio: 0.3 }, got null.'],
    [5, 'options: expected an object such as { targetRatio: 0.3 }, got 5.'],
    [[], 'options: expected an object such as { targetRatio: 0.3 }, got an array of 0.'],
    [{ signal: {} }, 'signal: expected the signal of an AbortController, got an empty object.'],
    [{ settings: [] }, 'settings: expected an object of settings by full key, got an array of 0.'],
    [
      { model: 'gpt-5', strategy: 'middle-out' },
      /^model: expected a provider with generateChatCompletion, .+, got "gpt-5"\.$/,
    ],
    [{ model: null }, /^model: expected a provider .+, got null\.$/],
  ])('%j is refused before any work', async (options, message) => {
    const compressed = compress(readingSession(1), options as CompressOptions);
    await expect(compressed).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringMatching(message),
    });
  });

  test('an unknown strategy is rejected with the registered names and the nearest one', async () => {
    await expect(compress([], { strategy: 'high-densty' })).rejects.toThrow(
      'Unknown compression strategy: "high-densty". Registered: clean-window, extractive, high-density, middle-out, one-shot, salience, top-down-truncation. Did you mean "high-density"?',
    );
  });

  test('an aborted signal rejects the call', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(compress(readingSession(5), { signal })).rejects.toThrow('enough');
  });

  test('an empty list of messages gives an empty result', async () => {
    const { messages, report } = await compress([]);
    expect(messages).toEqual([]);
    expect(report).toMatchObject({ kind: 'noop', reason: 'empty-history' });
  });
});
