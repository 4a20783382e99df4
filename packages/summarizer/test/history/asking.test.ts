import {
  CompressionExecutionError,
  EmptySummaryError,
  PalimpsestError,
  type ContentBlock,
  type IContent,
  type ModelProvider,
  type ModelRequest,
} from '@palimpsest/core-types';
import { history, scriptedProvider } from '@palimpsest/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useFakeTimers } from '../../../../tools/fake-timers.ts';
import { askModel, createAsker, type AskOptions } from '../../src/history/asking/ask-model.ts';

const CONTENTS = history().human('Summarize.').build();
const OPTIONS: AskOptions = { strategy: 'test', profile: 'small', timeoutMs: 1_000 };

const chunk = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'ai', blocks });
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const thinking = (thought: string): ContentBlock => ({ type: 'thinking', thought });

/** A provider that streams what `stream` yields; `left()` counts the calls of the iterator's `return()`. */
function streaming(
  stream: (request: ModelRequest) => AsyncIterable<IContent>,
): ModelProvider & { readonly left: () => number } {
  let left = 0;
  return {
    name: 'streaming',
    left: () => left,
    generateChatCompletion(request) {
      const chunks = stream(request)[Symbol.asyncIterator]();
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => chunks.next(),
          async return() {
            left += 1;
            return { done: true, value: undefined };
          },
        }),
      };
    },
  };
}

async function* hanging(): AsyncGenerator<IContent> {
  yield chunk(text('Goal: '));
  await new Promise(() => undefined);
}

async function failure(promise: Promise<unknown>): Promise<CompressionExecutionError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CompressionExecutionError))
    throw new Error('No such error', { cause: error });
  return error;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('`askModel` assembles the response', () => {
  test('joins the text chunks and keeps the latest usage, finish reason and stop reason', async () => {
    const provider = scriptedProvider([
      [
        { ...chunk(text('Go')), metadata: { usage: usage(1) } },
        { ...chunk(text('al: '), text('ships')), metadata: { finishReason: 'stop' } },
        { ...chunk(), metadata: { usage: usage(7), stopReason: 'end_turn' } },
      ],
    ]);
    expect(await askModel({ provider }, CONTENTS, OPTIONS)).toEqual({
      text: 'Goal: ships',
      usage: usage(7),
      finishReason: 'stop',
      stopReason: 'end_turn',
      blockTypeCounts: { text: 3 },
    });
  });

  test('inserts a space where text continues after a reasoning block', async () => {
    const provider = scriptedProvider([
      [
        chunk(thinking('hm')),
        chunk(text('One'), thinking('hm')),
        chunk(text('two'), text('three')),
      ],
    ]);
    const { text: said, blockTypeCounts } = await askModel({ provider }, CONTENTS, OPTIONS);
    expect(said).toBe('One twothree');
    expect(blockTypeCounts).toEqual({ thinking: 2, text: 3 });
  });

  test('ignores a reasoning block without a thought', async () => {
    const sealed = { type: 'thinking', signature: 'x' } as unknown as ContentBlock;
    const provider = scriptedProvider([[chunk(sealed), chunk(text('Goal: ships'))]]);
    const { text: said } = await askModel({ provider }, CONTENTS, OPTIONS);
    expect(said).toBe('Goal: ships');
  });

  test('sends all model options in the request, except the provider', async () => {
    const provider = scriptedProvider(['A']);
    await askModel({ provider, model: 'small-1', maxOutputTokens: 9 }, CONTENTS, OPTIONS);
    const [{ signal, ...request }] = provider.requests as [ModelRequest];
    expect(request).toEqual({ contents: CONTENTS, model: 'small-1', maxOutputTokens: 9 });
    expect(signal?.aborted).toBe(false);
  });
});

describe('a failed model request rejects with a compression error', () => {
  test('when the provider fails before its first chunk', async () => {
    const provider = scriptedProvider([new Error('529 overloaded')]);
    const error = await failure(askModel({ provider }, CONTENTS, OPTIONS));
    expect(error).toMatchObject({ strategy: 'test', profile: 'small', code: 'EXECUTION_FAILED' });
    expect(error.message).toBe('Compression with "test" failed: 529 overloaded');
    expect(error.isTransient).toBe(true);
  });

  test('reports how many characters were received, and keeps the cause', async () => {
    const cause = new Error('socket hang up\n  at the harbour');
    const provider = streaming(async function* () {
      yield chunk(text('Goal'));
      throw cause;
    });
    const error = await failure(askModel({ provider }, CONTENTS, OPTIONS));
    expect(error.message).toBe(
      'Compression with "test" failed: socket hang up at the harbour (after 4 characters of the response)',
    );
    expect(error.cause).toBe(cause);
    expect(error.isTransient).toBe(true);
  });

  test.each([
    ['passes', Object.assign(new Error('no'), { status: 503 }), true],
    ['stays', Object.assign(new Error('no'), { status: 401 }), false],
    ['is a mistake in a program', new TypeError('undefined is not a function'), false],
    ['is no error', 'just text', false],
    ['says nothing', new Error(' '), false],
  ])('with a cause that %s', async (_, cause, isTransient) => {
    const provider: ModelProvider = {
      name: 'broken',
      generateChatCompletion() {
        throw cause;
      },
    };
    const error = await failure(askModel({ provider }, CONTENTS, OPTIONS));
    expect(error.isTransient).toBe(isTransient);
    expect(error.cause).toBe(cause);
    expect(error.message).toMatch(/failed: \S/);
  });

  test('when the text of a text block is not a string', async () => {
    const five = { type: 'text', text: 5 } as unknown as ContentBlock;
    const provider = scriptedProvider([[chunk(text('Goal: ')), chunk(five), chunk(text('ships'))]]);
    const error = await failure(askModel({ provider }, CONTENTS, OPTIONS));
    expect(error.message).toContain(
      'expected a string in a text block of the response (after 6 characters',
    );
  });

  test('that is not transient when the provider returns no stream', async () => {
    const provider = {
      name: 'odd',
      generateChatCompletion: () => ({}),
    } as unknown as ModelProvider;
    expect((await failure(askModel({ provider }, CONTENTS, OPTIONS))).isTransient).toBe(false);
  });

  test('passes a compression error of the provider through unchanged', async () => {
    const own = new CompressionExecutionError('host', 'no more calls today');
    await expect(askModel({ provider: scriptedProvider([own]) }, CONTENTS, OPTIONS)).rejects.toBe(
      own,
    );
  });
});

describe('a response that never ends', () => {
  test.each([
    ['of text', text('word '.repeat(100))],
    ['of reasoning', thinking('hm '.repeat(100))],
    ['of nothing', undefined],
  ])('%s is abandoned', async (_, block) => {
    let pieces = 0;
    const provider = streaming(async function* () {
      for (;;) {
        pieces += 1;
        yield block === undefined ? chunk() : chunk(block);
      }
    });
    const { text: said } = await askModel({ provider }, CONTENTS, {
      ...OPTIONS,
      timeoutMs: 60_000,
    });
    expect(said.length).toBeLessThan(401_000);
    expect(pieces).toBeLessThan(401_000);
    expect(provider.left()).toBe(1);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('stay');
      },
    ],
    ['rejects', () => Promise.reject(new Error('stay'))],
  ])('one whose end %s is abandoned all the same', async (_, leave) => {
    const provider: ModelProvider = {
      name: 'clinging',
      generateChatCompletion: () => ({
        [Symbol.asyncIterator]: () => ({
          next: async () => ({ done: false, value: chunk(text('word '.repeat(10_000))) }),
          return: leave,
        }),
      }),
    };
    const { text: said } = await askModel({ provider }, CONTENTS, OPTIONS);
    expect(said).toHaveLength(400_000);
  });

  test('is rejected when the timeout expires, and its stream is closed', async () => {
    const runningTimers = useFakeTimers();
    const provider = streaming(hanging);
    const asked = failure(askModel({ provider }, CONTENTS, OPTIONS));
    await vi.advanceTimersByTimeAsync(999);
    expect(provider.left()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    const error = await asked;
    expect(error.isTransient).toBe(true);
    expect(error.message).toContain('no complete response within 1000 ms (after 6 characters');
    expect(provider.left()).toBe(1);
    expect(runningTimers()).toBe(0);
  });

  test('has its request aborted at the timeout, and a later failure of its stream is ignored', async () => {
    vi.useFakeTimers();
    let fail: ((error: Error) => void) | undefined;
    let seen: AbortSignal | undefined;
    const provider = streaming(async function* ({ signal }) {
      seen = signal;
      yield chunk(text('Goal'));
      await new Promise((_, reject) => (fail = reject));
    });
    const asked = failure(askModel({ provider }, CONTENTS, OPTIONS));
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    expect(seen?.aborted).toBe(true);
    fail!(new Error('too late'));
    await vi.advanceTimersByTimeAsync(1);
  });
});

describe('an abort by the host', () => {
  test('before the request rejects with the abort reason and sends no request', async () => {
    const provider = scriptedProvider(['A']);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(askModel({ provider }, CONTENTS, { ...OPTIONS, signal })).rejects.toThrow(
      'enough',
    );
    expect(provider.requests).toEqual([]);
  });

  test('while the model hangs rejects at once with the abort reason and leaves no timer', async () => {
    const runningTimers = useFakeTimers();
    const stop = new AbortController();
    const provider = streaming(hanging);
    const asked = askModel({ provider }, CONTENTS, { ...OPTIONS, signal: stop.signal });
    const caught = asked.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort('enough');
    expect(await caught).toBe('enough');
    expect(provider.left()).toBe(1);
    expect(runningTimers()).toBe(0);
  });

  test('rejects with the abort reason, not with the error that the provider then throws', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const provider = streaming(async function* () {
      yield chunk(text('Goal'));
      stop.abort(reason);
      throw new Error('AbortError of my own');
    });
    await expect(
      askModel({ provider }, CONTENTS, { ...OPTIONS, signal: stop.signal }),
    ).rejects.toBe(reason);
  });

  test('rejects with the abort reason when the provider throws synchronously', async () => {
    const stop = new AbortController();
    const provider: ModelProvider = {
      name: 'broken',
      generateChatCompletion() {
        stop.abort('enough');
        throw new Error('no');
      },
    };
    await expect(
      askModel({ provider }, CONTENTS, { ...OPTIONS, signal: stop.signal }),
    ).rejects.toBe('enough');
  });

  test('after the response changes nothing, and no timer remains', async () => {
    const runningTimers = useFakeTimers();
    const stop = new AbortController();
    const provider = scriptedProvider(['A']);
    const answer = await askModel({ provider }, CONTENTS, { ...OPTIONS, signal: stop.signal });
    stop.abort();
    expect(answer.text).toBe('A');
    expect(runningTimers()).toBe(0);
    expect(provider.requests[0]!.signal?.aborted).toBe(false);
  });
});

describe('`createAsker`', () => {
  test('parses responses and records the usage of each call, including failed calls', async () => {
    const provider = scriptedProvider(
      ['<state_snapshot>A</state_snapshot>', new Error('no'), '<state_snapshot>B'],
      usage(5),
    );
    const asker = createAsker({ provider }, OPTIONS);
    expect(await asker.ask(CONTENTS)).toEqual({ text: 'A', isTruncated: false });
    await expect(asker.ask(CONTENTS)).rejects.toBeInstanceOf(CompressionExecutionError);
    expect(await asker.ask(CONTENTS)).toEqual({ text: 'B', isTruncated: true });
    expect(asker.calls).toEqual([{ usage: usage(5) }, {}, { usage: usage(5) }]);
  });

  test('reports the finish reason, stop reason and block types of an empty response', async () => {
    const provider = scriptedProvider([
      [
        { ...chunk(thinking('hm'), thinking('hm'), text(' ')), metadata: { usage: usage(9) } },
        { ...chunk(), metadata: { finishReason: 'length', stopReason: 'max_tokens' } },
      ],
    ]);
    const asker = createAsker({ provider }, OPTIONS);
    const error: unknown = await asker.ask(CONTENTS).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmptySummaryError);
    expect(error).toMatchObject({
      strategy: 'test',
      finishReason: 'length',
      stopReason: 'max_tokens',
      blockTypeCounts: { thinking: 2, text: 1 },
      thinkingBlockCount: 2,
    });
    expect(PalimpsestError.isInstance(error) && error.message).toContain('"finishReason":"length"');
    expect(asker.calls).toEqual([{ usage: usage(9) }]);
  });

  test('rejects a summary of invisible characters as empty', async () => {
    const provider = scriptedProvider(['<state_snapshot>\u{200b} \u{feff}\u{7}</state_snapshot>']);
    const asker = createAsker({ provider }, OPTIONS);
    await expect(asker.ask(CONTENTS)).rejects.toThrow(EmptySummaryError);
  });

  test('rejects a response that is only tagged reasoning as empty', async () => {
    const asker = createAsker({ provider: scriptedProvider(['<think>hm']) }, OPTIONS);
    const error: unknown = await asker.ask(CONTENTS).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmptySummaryError);
    expect(error).not.toHaveProperty('thinkingBlockCount');
  });

  test('stops on the abort signal of the host and on the one of the call', async () => {
    const host = new AbortController();
    const call = new AbortController();
    const asker = createAsker(
      { provider: streaming(hanging) },
      { ...OPTIONS, signal: host.signal },
    );
    const first = asker.ask(CONTENTS, call.signal).catch((error: unknown) => error);
    const second = asker.ask(CONTENTS).catch((error: unknown) => error);
    call.abort('this one');
    expect(await first).toBe('this one');
    host.abort('all');
    expect(await second).toBe('all');
  });
});

function usage(totalTokens: number): {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
} {
  return { promptTokens: totalTokens, completionTokens: 0, totalTokens };
}
