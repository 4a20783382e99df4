import type { ModelProvider } from '@palimpsest/core-types';
import { fromLanguageModel } from '@palimpsest/providers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collect, failureOf, request, textOf } from './collect.ts';
import { anthropic, connect, protocols } from './protocols.ts';
import { event, json, startStream, stream, stub } from './stub-server.ts';

/** A duration that no other timer has. */
const LONG = 54_321;
const spies = () => ({
  set: vi.spyOn(globalThis, 'setTimeout'),
  cleared: vi.spyOn(globalThis, 'clearTimeout'),
});
let spied: ReturnType<typeof spies>;

beforeEach(() => {
  spied = spies();
});

afterEach(() => {
  const { set, cleared } = spied;
  const timers = set.mock.results
    .filter((_result, index) => set.mock.calls[index]?.[1] === LONG)
    .map(({ value }) => value as unknown);
  const stopped = new Set<unknown>(cleared.mock.calls.map(([timer]) => timer));
  vi.restoreAllMocks();
  if (timers.some((timer) => !stopped.has(timer))) throw new Error('A timer is still running.');
});

describe.each(protocols)('$name', (protocol) => {
  const { opening, text, ending } = protocol;

  test('times out when the server sends nothing', async () => {
    const { url, requests, closed } = await stub(() => {});
    const error = await failureOf(
      collect(connect(protocol, url, { timeoutMs: 700, maxRetries: 1 })),
    );
    expect(error).toMatchObject({ code: 'TIMEOUT', isTransient: true, attempts: 2 });
    expect(error.message).toContain('sent nothing for 700 ms before its response');
    await expect.poll(() => requests.length).toBe(2);
    await expect.poll(closed).toBe(2);
  });

  test('times out when the server stops in the middle of a response', async () => {
    const { url, closed } = await stub((response) => {
      startStream(response);
      response.write([...opening, text('The door')].join(''));
    });
    const error = await failureOf(collect(connect(protocol, url, { timeoutMs: 700 })));
    expect(error).toMatchObject({ code: 'TIMEOUT', isTransient: true, attempts: 1 });
    expect(error.message).toContain('in the middle of its response');
    await expect.poll(closed).toBe(1);
  });

  test('rejects with the reason when the signal is aborted before the request', async () => {
    const { url, requests } = await stub((response) => stream(response, ending));
    const signal = AbortSignal.abort('no more');
    await expect(collect(connect(protocol, url), { signal })).rejects.toBe('no more');
    expect(requests).toEqual([]);
  });

  test('rejects with the reason when the signal aborts before the response', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const { url, closed } = await stub(() => control.abort(reason));
    const provider = connect(protocol, url, { timeoutMs: LONG });
    await expect(collect(provider, { signal: control.signal })).rejects.toBe(reason);
    await expect.poll(closed).toBe(1);
  });

  test('rejects with the reason when the signal aborts in the middle of a response', async () => {
    const control = new AbortController();
    const { url, closed } = await stub((response) => {
      startStream(response);
      response.write([...opening, text('The door')].join(''));
    });
    const provider = connect(protocol, url, { timeoutMs: LONG });
    const entries = provider.generateChatCompletion({ ...request, signal: control.signal });
    const iterator = entries[Symbol.asyncIterator]();
    expect((await iterator.next()).done).toBe(false);
    const next = iterator.next();
    control.abort('enough');
    await expect(next).rejects.toBe('enough');
    await expect.poll(closed).toBe(1);
  });

  test('rejects with the reason when the signal aborts before a retry', async () => {
    const control = new AbortController();
    const { url, requests } = await stub((response) => {
      json(response, 503, '', { 'retry-after': '20' });
      response.on('finish', () => setTimeout(() => control.abort('enough'), 30));
    });
    const provider = connect(protocol, url, { timeoutMs: LONG });
    await expect(collect(provider, { signal: control.signal })).rejects.toBe('enough');
    expect(requests).toHaveLength(1);
  });

  test('ends the transfer at once when the consumer stops while waiting', async () => {
    const { url, requests, closed } = await stub(() => {});
    const provider = connect(protocol, url, { timeoutMs: LONG });
    const iterator = provider.generateChatCompletion(request)[Symbol.asyncIterator]();
    const next = iterator.next();
    await expect.poll(() => requests.length).toBe(1);
    await iterator.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    await expect.poll(closed).toBe(1);
  });
});

test('lets a response take longer than the time limit while data arrives', async () => {
  const { opening, text, ending } = anthropic;
  const ping = event({ type: 'ping' }, 'ping');
  const pieces = [...opening, text('a'), ping, ping, ping, ping, text('b'), ...ending];
  const { url } = await stub(async (response) => {
    startStream(response);
    for (const piece of pieces) {
      await new Promise((resolve) => setTimeout(resolve, 120));
      response.write(piece);
    }
    response.end();
  });
  const provider = connect(anthropic, url, { timeoutMs: 800, maxRetries: 0 });
  expect(textOf(await collect(provider))).toBe('ab');
});

/** Returns a provider whose model ignores the signal. */
function deaf(open: () => Promise<ReadableStream<unknown>>, timeoutMs: number): ModelProvider {
  const doStream = async () => ({ stream: await open() });
  const model = { specificationVersion: 'v4', provider: 'deaf', modelId: 'm', doStream } as const;
  return fromLanguageModel(model, { timeoutMs, maxRetries: 0 });
}

test('cancels the stream of a model that ignores the signal', async () => {
  let cancelled = 0;
  const silent = () => new ReadableStream({ cancel: () => void (cancelled += 1) });
  const now = deaf(() => Promise.resolve(silent()), 50);
  await expect(collect(now)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect.poll(() => cancelled).toBe(1);
  const late = () =>
    new Promise<ReadableStream>((resolve) => setTimeout(() => resolve(silent()), 100));
  await expect(collect(deaf(late, 20))).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect.poll(() => cancelled).toBe(2);
});
