import {
  CompressionExecutionError,
  EmptySummaryError,
  type CompressionStrategyError,
  type ContentBlock,
  type IContent,
  type ModelProvider,
  type ModelRequest,
} from '@palimpsest/core-types';
import { history, scriptedProvider } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { createAsker } from '../../src/history/ask-model.ts';
import type { ParsedResponse } from '../../src/history/parse-response.ts';

const CONTENTS = history().human('Summarize.').build();

const chunk = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'ai', blocks });
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const thinking = (thought: string): ContentBlock => ({ type: 'thinking', thought });

async function ask(
  provider: ModelProvider,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<ParsedResponse> {
  const asker = createAsker(
    { provider, profile: 'small' },
    { strategy: 'test', timeoutMs: 1_000, ...options },
  );
  return await asker.ask(CONTENTS);
}

async function failure(asked: Promise<unknown>): Promise<CompressionStrategyError> {
  return (await asked.catch((error: unknown) => error)) as CompressionStrategyError;
}

/** A provider that streams what `stream` yields; `closed()` counts the calls of the iterator's `return()`. */
function streaming(
  stream: (request: ModelRequest) => AsyncIterable<IContent>,
): ModelProvider & { readonly closed: () => number } {
  let closed = 0;
  return {
    name: 'streaming',
    closed: () => closed,
    generateChatCompletion(request) {
      const chunks = stream(request)[Symbol.asyncIterator]();
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => chunks.next(),
          async return() {
            closed += 1;
            throw new Error('The error of a closed stream is ignored.');
          },
        }),
      };
    },
  };
}

test('joins the text chunks, with a space where text continues after reasoning', async () => {
  const chunks = [
    chunk(thinking('hm')),
    chunk(text('One'), thinking('hm')),
    chunk(text('two'), text('three')),
  ];
  const { text: said } = await ask(scriptedProvider([chunks]));
  expect(said).toBe('One twothree');
});

test('records the usage of each call, including failed calls', async () => {
  const usage = { promptTokens: 10, completionTokens: 2, totalTokens: 12 };
  const provider = scriptedProvider(['A', '', new Error('no')], usage);
  const asker = createAsker({ provider }, { strategy: 'test', timeoutMs: 1_000 });
  expect(await asker.ask(CONTENTS)).toEqual({ text: 'A', isTruncated: false });
  await expect(asker.ask(CONTENTS)).rejects.toBeInstanceOf(EmptySummaryError);
  await expect(asker.ask(CONTENTS)).rejects.toBeInstanceOf(CompressionExecutionError);
  expect(asker.calls).toEqual([{ usage }, { usage }, {}]);
});

describe('a response without visible text is an empty summary', () => {
  test('reports the finish reason and the types of its blocks', async () => {
    const metadata = { finishReason: 'length', stopReason: 'max_tokens' };
    const chunks = [chunk(thinking('hm')), { ...chunk(thinking('hm')), metadata }];
    expect(await failure(ask(scriptedProvider([chunks])))).toMatchObject({
      ...metadata,
      blockTypeCounts: { thinking: 2 },
      thinkingBlockCount: 2,
    });
  });
});

const refusing = () => Promise.reject(new Error('no'));

describe('a failed call', () => {
  test.each<[string, Error, boolean]>([
    ['transient', Object.assign(new Error('no'), { status: 503 }), true],
    ['permanent', Object.assign(new Error('no'), { status: 400 }), false],
  ])('is an execution error that says whether it is %s', async (_, cause, isTransient) => {
    const error = await failure(ask(scriptedProvider([cause])));
    expect(error).toBeInstanceOf(CompressionExecutionError);
    expect(error).toMatchObject({ isTransient, cause, strategy: 'test', profile: 'small' });
  });

  test('rejects a provider that is an async function, without an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const record = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', record);
    const host = { name: 'host', generateChatCompletion: refusing } as never;
    await expect(ask(host)).rejects.toThrow(/async \*/);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', record);
    expect(unhandled).toEqual([]);
  });
});

describe('a response that never ends', () => {
  test.each<[string, readonly ContentBlock[]]>([
    ['text', [text('word '.repeat(100))]],
    ['reasoning and one word', [text('a'), thinking('hm '.repeat(100))]],
  ])('of %s is closed after 400,000 characters', async (_, blocks) => {
    let pieces = 0;
    const provider = streaming(async function* () {
      for (;;) {
        pieces += 1;
        yield chunk(...blocks);
      }
    });
    const { text: said } = await ask(provider, { timeoutMs: 60_000 });
    expect(said.length).toBeLessThan(401_000);
    expect(pieces).toBeLessThan(2_000);
    expect(provider.closed()).toBe(1);
  });

  test('is aborted and closed at the time limit, as a transient error', async () => {
    let signal: AbortSignal | undefined;
    const provider = streaming(async function* (request) {
      ({ signal } = request);
      yield chunk(text('Goal: '));
      await new Promise(() => undefined);
    });
    const error = await failure(ask(provider, { timeoutMs: 20 }));
    expect(error.message).toContain('no complete response within 20 ms (after 6 characters');
    expect(error).toMatchObject({ isTransient: true });
    expect(signal?.aborted).toBe(true);
    expect(provider.closed()).toBe(1);
  });
});

describe('an abort by the host rejects with its reason', () => {
  test('before the call, which is not made', async () => {
    const provider = scriptedProvider(['A']);
    await expect(ask(provider, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect(provider.requests).toEqual([]);
  });

  test('while the model hangs, and when it answers the abort by an error of its own', async () => {
    for (const respond of [
      () => new Promise<never>(() => undefined),
      ({ signal }: ModelRequest) =>
        new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('own')));
        }),
    ]) {
      const stop = new AbortController();
      const asked = ask(scriptedProvider([respond]), { signal: stop.signal });
      setTimeout(() => stop.abort('enough'), 5);
      await expect(asked).rejects.toBe('enough');
    }
  });
});
