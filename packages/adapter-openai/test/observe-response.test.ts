import fc from 'fast-check';
import { expect, test } from 'vitest';
import { observeOpenAIUsage } from '@palimpsest/adapter';
import { observeResponse, type ResponseObserver } from '@palimpsest/adapter';
import { inPieces } from './scripted-api.ts';

const EVENTS = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } };

function noting() {
  const seen: string[] = [];
  const observer: ResponseObserver = {
    onData: (data) => void seen.push(data),
    end: () => seen.push('end'),
  };
  return { seen, observer };
}

function refuse(): never {
  throw new Error('no');
}

test('passes on a response unchanged and reads each event, for any chunk size', async () => {
  const data = fc.string({ unit: fc.constantFrom('a', '語', '"', ':', ' ') });
  const end = fc.constantFrom('\n\n', '\r\n\r\n');
  await fc.assert(
    fc.asyncProperty(fc.array(data), end, fc.integer({ min: 1, max: 9 }), async (...given) => {
      const [events, ends, size] = given;
      const text = events.map((event) => `: ping\nevent: x\ndata: ${event}${ends}`).join('');
      const { seen, observer } = noting();
      const answer = observeResponse(new Response(inPieces(text, size), EVENTS), observer);
      expect(await answer.text()).toBe(text);
      expect(seen).toEqual([...events.map((event) => event.trim()), 'end']);
    }),
  );
});

test('passes on an event before the next one arrives', async () => {
  const { writable, readable } = new TransformStream<Uint8Array, Uint8Array>();
  const { seen, observer } = noting();
  const reader = observeResponse(new Response(readable, EVENTS), observer).body!.getReader();
  const writer = writable.getWriter();
  for (const event of ['one', 'two']) {
    const line = new TextEncoder().encode(`data: ${event}\n\n`);
    void writer.write(line);
    expect((await reader.read()).value).toEqual(line);
  }
  expect(seen).toEqual(['one', 'two']);
});

test('reads at most two chunks ahead, and passes a cancellation on to the source', async () => {
  let pulled = 0;
  let reason: unknown;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode('data: x\n\n'));
      },
      cancel(why) {
        reason = why;
      },
    },
    { highWaterMark: 0 },
  );
  const { observer } = noting();
  const reader = observeResponse(new Response(body, EVENTS), observer).body!.getReader();
  await reader.read();
  await reader.read();
  expect(pulled).toBeLessThanOrEqual(4);
  await reader.cancel('enough');
  expect(reason).toBe('enough');
});

test('a response that breaks off fails with the same error', async () => {
  const lost = new Error('the line is dead');
  const body = new ReadableStream({
    start: (controller) => controller.error(lost),
  });
  const { seen, observer } = noting();
  await expect(observeResponse(new Response(body, EVENTS), observer).text()).rejects.toBe(lost);
  expect(seen).toEqual([]);
});

test('an observer that throws does not affect the response', async () => {
  const text = 'data: {\n\ndata: x\n\n';
  for (const headers of [EVENTS.headers, { 'content-type': 'application/json' }]) {
    const answer = observeResponse(new Response(text, { headers }), {
      onData: refuse,
      end: refuse,
    });
    expect(await answer.text()).toBe(text);
  }
});

test('returns error responses, responses without a body and binary responses as the same object', () => {
  const { observer } = noting();
  const answers = [
    new Response('{}', { status: 429, headers: { 'content-type': 'application/json' } }),
    new Response(null, EVENTS),
    new Response('RIFF', { headers: { 'content-type': 'audio/wav' } }),
  ];
  for (const answer of answers) expect(observeResponse(answer, observer)).toBe(answer);
});

test('reports usage once, with the last counts, and only if they are valid', () => {
  const reported: unknown[] = [];
  const report = (usage: unknown): undefined => void reported.push(usage);
  const observer = observeOpenAIUsage(report);
  observer.onData('{"choices":[],"usage":null}');
  observer.onData('{"usage":{"prompt_tokens":9,"completion_tokens":1}}');
  observer.onData(
    '{"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4}}}',
  );
  observer.onData('[DONE]');
  observer.end();
  expect(reported).toEqual([
    { promptTokens: 9, completionTokens: 2, totalTokens: 11, cachedTokens: 4 },
  ]);
  const responses = observeOpenAIUsage(report);
  responses.onData('{"type":"response.created","response":{"usage":null}}');
  responses.onData('{"type":"response.completed","response":{"usage":{"input_tokens":7}}}');
  expect(reported[1]).toEqual({ promptTokens: 7, completionTokens: 0, totalTokens: 7 });
  const other = observeOpenAIUsage(report);
  other.onData('{"usage":{"prompt_tokens":"many"}}');
  other.end();
  expect(reported).toHaveLength(2);
});
