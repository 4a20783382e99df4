import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pause } from '../src/http/pause.ts';
import { collect, failureOf, request, textOf } from './collect.ts';
import { openaiSpeech, speeches } from './protocols.ts';
import { json, startStream, stream, stub } from './stub-server.ts';

/** No other timer runs for as long. */
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

describe.each(speeches)('$name', (speech) => {
  const { opening, said, ending } = speech;

  test('a server that never answers', async () => {
    const { url, requests, closed } = await stub(() => {});
    const error = await failureOf(collect(speech.provider(url, { timeoutMs: 150, maxRetries: 1 })));
    expect(error).toMatchObject({ code: 'TIMEOUT', isTransient: true, attempts: 2 });
    expect(error.message).toContain('sent nothing for 150 ms before its answer');
    expect(requests).toHaveLength(2);
    await expect.poll(closed).toBe(2);
  });

  test('a server that falls silent in the middle', async () => {
    const { url, closed } = await stub((response) => {
      startStream(response);
      response.write([...opening, said('The door')].join(''));
    });
    const error = await failureOf(collect(speech.provider(url, { timeoutMs: 250 })));
    expect(error).toMatchObject({ code: 'TIMEOUT', isTransient: true, attempts: 1 });
    expect(error.message).toContain('in the middle of the answer');
    await expect.poll(closed).toBe(1);
  });

  test('a server that falls silent within the explanation of an error', async () => {
    const { url } = await stub((response) => {
      response.writeHead(400);
      response.write('Because');
    });
    const error = await failureOf(collect(speech.provider(url, { timeoutMs: 250 })));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 400, isTransient: false });
    expect(error.message).toContain('Because');
  });

  test('a server that stays on the line behind its answer', async () => {
    const { url } = await stub((response) => {
      startStream(response);
      response.write([...opening, said('Blue.'), ...ending].join(''));
    });
    expect(textOf(await collect(speech.provider(url, { timeoutMs: 250 })))).toBe('Blue.');
  });

  test('a request that is aborted before it is made', async () => {
    const { url, requests } = await stub((response) => stream(response, ending));
    const signal = AbortSignal.abort('no more');
    await expect(collect(speech.provider(url), { signal })).rejects.toBe('no more');
    expect(requests).toEqual([]);
  });

  test('a request that is aborted before its answer', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const { url, closed } = await stub(() => control.abort(reason));
    const provider = speech.provider(url, { timeoutMs: LONG });
    await expect(collect(provider, { signal: control.signal })).rejects.toBe(reason);
    await expect.poll(closed).toBe(1);
  });

  test('a request that is aborted in the middle', async () => {
    const control = new AbortController();
    const { url, closed } = await stub((response) => {
      startStream(response);
      response.write([...opening, said('The door')].join(''));
    });
    const provider = speech.provider(url, { timeoutMs: LONG });
    const chunks = provider.generateChatCompletion({ ...request, signal: control.signal });
    const iterator = chunks[Symbol.asyncIterator]();
    expect((await iterator.next()).done).toBe(false);
    const next = iterator.next();
    control.abort('enough');
    await expect(next).rejects.toBe('enough');
    await expect.poll(closed).toBe(1);
  });

  test('a request that is aborted before all that came was read', async () => {
    const control = new AbortController();
    const { url } = await stub((response) =>
      stream(response, [...opening, said('The'), said(' door'), ...ending]),
    );
    const given = { ...request, signal: control.signal };
    const answer = speech.provider(url).generateChatCompletion(given);
    const chunks = answer[Symbol.asyncIterator]();
    expect((await chunks.next()).done).toBe(false);
    control.abort('enough');
    await expect(chunks.next()).rejects.toBe('enough');
  });

  test('a request that is aborted while it waits to be made again', async () => {
    const control = new AbortController();
    const { url, requests } = await stub((response) => {
      json(response, 503, '', { 'retry-after': '20' });
      response.on('finish', () => setTimeout(() => control.abort('enough'), 30));
    });
    const provider = speech.provider(url, { timeoutMs: LONG });
    await expect(collect(provider, { signal: control.signal })).rejects.toBe('enough');
    expect(requests).toHaveLength(1);
  });

  test('a consumer that has enough ends the transfer', async () => {
    const { url, closed } = await stub((response) => {
      startStream(response);
      response.write([...opening, said('The door')].join(''));
    });
    const provider = speech.provider(url, { timeoutMs: LONG });
    for await (const chunk of provider.generateChatCompletion(request)) {
      expect(textOf([chunk])).toBe('The door');
      break;
    }
    await expect.poll(closed).toBe(1);
  });

  test('a consumer that has enough while it waits ends the transfer at once', async () => {
    const { url, requests, closed } = await stub(() => {});
    const provider = speech.provider(url, { timeoutMs: LONG });
    const iterator = provider.generateChatCompletion(request)[Symbol.asyncIterator]();
    const next = iterator.next();
    await expect.poll(() => requests.length).toBe(1);
    await iterator.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    await expect.poll(closed).toBe(1);
  });

  test('an answer nobody asks for is not requested', async () => {
    const { url, requests } = await stub((response) => stream(response, ending));
    const iterator = speech.provider(url).generateChatCompletion(request)[Symbol.asyncIterator]();
    await iterator.return?.();
    expect(requests).toEqual([]);
  });
});

test('an answer may take longer than the timeout, as long as bytes come', async () => {
  const { opening, said, ending } = openaiSpeech;
  const wait = ': wait\n';
  const pieces = [...opening, said('a'), wait, wait, wait, wait, said('b'), ...ending];
  const { url } = await stub(async (response) => {
    startStream(response);
    for (const piece of pieces) {
      await new Promise((resolve) => setTimeout(resolve, 120));
      response.write(piece);
    }
    response.end();
  });
  const provider = openaiSpeech.provider(url, { timeoutMs: 800, maxRetries: 0 });
  expect(textOf(await collect(provider))).toBe('ab');
});

test('the time of a slow consumer does not count', async () => {
  const { opening, said, ending } = openaiSpeech;
  const { url } = await stub((response) => stream(response, [...opening, said('a'), ...ending]));
  const provider = openaiSpeech.provider(url, { timeoutMs: 190 });
  let text = '';
  for await (const chunk of provider.generateChatCompletion(request)) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    text += textOf([chunk]);
  }
  expect(text).toBe('a');
});

test('a signal that lives long is left without listeners', async () => {
  const { url } = await stub((response, count) =>
    count === 1
      ? json(response, 503, '')
      : stream(response, [...openaiSpeech.opening, openaiSpeech.said('a'), ...openaiSpeech.ending]),
  );
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await collect(openaiSpeech.provider(url), { signal });
  const gone = new Set(removed.mock.calls.map(([, listener]) => listener));
  expect(added.mock.calls.length).toBeGreaterThan(0);
  expect(added.mock.calls.filter(([, listener]) => !gone.has(listener))).toEqual([]);
});

test('a body of a fetch that knows no signals is cancelled', async () => {
  let cancelled = 0;
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(openaiSpeech.said('The door')));
      },
      cancel: () => void (cancelled += 1),
    });
  const fetch = () => Promise.resolve(new Response(body()));
  const provider = openaiSpeech.provider('http://localhost', { fetch, timeoutMs: 50 });
  await expect(collect(provider)).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(cancelled).toBe(1);
  const late = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(body())), 100));
  const slow = openaiSpeech.provider('http://localhost', {
    fetch: late,
    timeoutMs: 20,
    maxRetries: 0,
  });
  await expect(collect(slow)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect.poll(() => cancelled).toBe(2);
});

test('a pause does not begin after an abort', async () => {
  await expect(pause(LONG, [undefined, AbortSignal.abort('enough')])).rejects.toBe('enough');
});
