import { describe, expect, test } from 'vitest';
import { collect, failureOf, request as asked, textOf } from './collect.ts';
import { KEY, speeches, type Speech } from './protocols.ts';
import { breakAfter, deadUrl, event, json, stream, stub, type Handler } from './stub-server.ts';

const answer = ({ opening, said, ending }: Speech): readonly string[] => [
  ...opening,
  said('Blue.'),
  ...ending,
];

/** Fails the first time. */
const once =
  (speech: Speech, fail: Handler): Handler =>
  (response, count, request) =>
    count === 1 ? fail(response, count, request) : stream(response, answer(speech));

describe.each(speeches)('$name', (speech) => {
  test('429 is asked again, not before the time the server said', async () => {
    const { url, requests } = await stub(
      once(speech, (response) =>
        json(response, 429, speech.failed('rate_limit_error', 'Slow down.'), {
          'retry-after-ms': '120',
        }),
      ),
    );
    expect(textOf(await collect(speech.provider(url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
    expect(requests[1]!.at - requests[0]!.at).toBeGreaterThanOrEqual(115);
  });

  test('404 is no failure that passes, whatever the body calls it', async () => {
    const { url, requests } = await stub((response) =>
      json(response, 404, speech.failed('api_error', 'model not found, try pulling it first')),
    );
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, isTransient: false });
    expect(requests).toHaveLength(1);
  });

  test('429 for ever is a transient error that counts its attempts', async () => {
    const { url, requests } = await stub((response) =>
      json(response, 429, speech.failed('rate_limit_error', 'Slow down.')),
    );
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({
      name: 'ProviderError',
      code: 'HTTP_STATUS',
      provider: speech.name,
      status: 429,
      type: 'rate_limit_error',
      isTransient: true,
      attempts: 3,
    });
    expect(error.message).toContain('429 (rate_limit_error) (3 attempts): Slow down.');
    expect(requests).toHaveLength(3);
  });

  test.each([408, 409, 425, 500, 502, 503, 504, 529])('%i may pass', async (status) => {
    const { url, requests } = await stub(
      once(speech, (response) => json(response, status, '<html>Bad gateway</html>')),
    );
    expect(textOf(await collect(speech.provider(url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
  });

  test.each([400, 401, 402, 403, 404, 413, 422])('%i lasts', async (status) => {
    const body = speech.failed('invalid_request_error', 'That will not do.');
    const { url, requests } = await stub((response) => json(response, status, body));
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status, isTransient: false, attempts: 1 });
    expect(error.message).toContain('That will not do.');
    expect(requests).toHaveLength(1);
  });

  test('529 with an overloaded model in its body', async () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { url } = await stub((response) => json(response, 529, body));
    expect(await failureOf(collect(speech.provider(url, { maxRetries: 1 })))).toMatchObject({
      status: 529,
      type: 'overloaded_error',
      isTransient: true,
      attempts: 2,
    });
  });

  test('an error in the body of a success', async () => {
    const { url, requests } = await stub(
      once(speech, (response) =>
        json(response, 200, speech.failed('overloaded_error', 'Too many doors.')),
      ),
    );
    expect(textOf(await collect(speech.provider(url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
  });

  test('an error in the stream before anything was said is asked again', async () => {
    const failure = event(speech.failed('api_error', 'Internal'), 'error');
    const { url, requests } = await stub(
      once(speech, (response) =>
        stream(response, [...speech.opening, speech.thought('Doors'), failure]),
      ),
    );
    const chunks = await collect(speech.provider(url));
    expect(chunks.flatMap(({ blocks }) => blocks)).toEqual([{ type: 'text', text: 'Blue.' }]);
    expect(requests).toHaveLength(2);
  });

  test('an error in the middle of what is said ends the answer', async () => {
    const failure = event(speech.failed('overloaded_error', 'Overloaded'), 'error');
    const { url, requests } = await stub((response) =>
      stream(response, [...speech.opening, speech.said('The door'), failure, ...speech.ending]),
    );
    const said: string[] = [];
    const error = await failureOf(
      (async () => {
        for await (const chunk of speech.provider(url).generateChatCompletion(asked)) {
          said.push(textOf([chunk]));
        }
      })(),
    );
    expect(said).toEqual(['The door']);
    expect(error).toMatchObject({
      code: 'MODEL_ERROR',
      type: 'overloaded_error',
      isTransient: true,
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
  });

  test('an error that lasts is not asked again', async () => {
    const failure = event(speech.failed('invalid_request_error', 'No such model.'), 'error');
    const { url, requests } = await stub((response) => stream(response, [failure]));
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({
      code: 'MODEL_ERROR',
      isTransient: false,
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
  });

  test('a connection that breaks before anything was said is made again', async () => {
    const { url, requests } = await stub(
      once(speech, (response) => breakAfter(response, speech.opening)),
    );
    expect(textOf(await collect(speech.provider(url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
  });

  test('a connection that breaks in the middle of what is said is an error', async () => {
    const { url, requests } = await stub((response) =>
      breakAfter(response, [...speech.opening, speech.said('The door')]),
    );
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({
      code: 'STREAM_CUT',
      isTransient: true,
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
  });

  test('a stream that ends without an end is cut', async () => {
    const { url } = await stub((response) =>
      stream(response, [...speech.opening, speech.said('The door')]),
    );
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({ code: 'STREAM_CUT' });
  });

  test('a stream that ends within an event is cut', async () => {
    const { url } = await stub((response) =>
      stream(response, [...speech.opening, speech.said('The door').slice(0, -12)]),
    );
    const error = await failureOf(collect(speech.provider(url, { maxRetries: 0 })));
    expect(error).toMatchObject({ code: 'STREAM_CUT', isTransient: true });
  });

  test('a connection that breaks behind the end does no harm', async () => {
    const end = speech.ending.find((text) => text.includes(speech.finishReason)) ?? '';
    const { url } = await stub((response) =>
      breakAfter(response, [...speech.opening, speech.said('Blue.'), end]),
    );
    const chunks = await collect(speech.provider(url));
    expect(textOf(chunks)).toBe('Blue.');
    expect(chunks.at(-1)?.metadata).toMatchObject({ finishReason: speech.finishReason });
  });

  test('a last event without a blank line behind it counts', async () => {
    const whole = answer(speech).join('').trimEnd();
    const { url } = await stub((response) => stream(response, [whole]));
    expect(textOf(await collect(speech.provider(url)))).toBe('Blue.');
  });

  test('an event that is no JSON is an error, as it may have held text', async () => {
    const { url, requests } = await stub((response) =>
      stream(response, [...speech.opening, event('{"text": oops'), ...speech.ending]),
    );
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({ code: 'BAD_STREAM', isTransient: false });
    expect(error.message).toContain('oops');
    expect(requests).toHaveLength(1);
  });

  test('comments, unknown events and strange shapes are passed over', async () => {
    const strange = [
      ': working on it\n\n',
      event({ type: 'brand_new', value: [1] }, 'brand_new'),
      event({}),
      event('null'),
      event('42'),
      event({ choices: 'none', candidates: 7, type: 'content_block_delta', delta: null }),
      event({ choices: [null, 5, { delta: { content: 5 } }], candidates: [] }),
      event({ candidates: [{ content: { parts: [null, 'x', { text: {} }] } }] }),
      event({ type: 'message_delta', delta: 'x', usage: { output_tokens: -1 } }),
      'retry: soon\nfoo: bar\n\n',
    ];
    const { opening, said, ending } = speech;
    const { url } = await stub((response) =>
      stream(response, [...opening, ...strange, said('Blue.'), ...strange, ...ending]),
    );
    const chunks = await collect(speech.provider(url));
    expect(textOf(chunks)).toBe('Blue.');
    expect(chunks.at(-1)?.metadata).toMatchObject({
      finishReason: speech.finishReason,
      usage: speech.usage,
    });
  });

  test.each([
    ['a web page', '<!doctype html><title>Log in</title>', 'a web page'],
    ['events of something else', 'event: tick\ndata: {"tick":1}\n\n', 'nothing this protocol'],
    ['JSON of something else', '{"hello":"world"}', 'nothing this protocol'],
    ['broken JSON', '{"choices":[', 'no JSON'],
  ])('a success that is %s', async (_name, body, words) => {
    const { url } = await stub((response) => response.end(body));
    const error = await failureOf(collect(speech.provider(url)));
    expect(['BAD_STREAM', 'STREAM_CUT']).toContain(error.code);
    expect(error.message).toContain(words);
  });

  test('a success without a body is cut', async () => {
    const { url } = await stub((response) => response.end());
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({
      code: 'STREAM_CUT',
      attempts: 3,
    });
  });

  test('an event beyond all measure is refused before it is whole', async () => {
    const { url, closed } = await stub((response) => {
      response.write('data: ');
      const chunk = 'x'.repeat(65_536);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({ code: 'BAD_STREAM' });
    await expect.poll(closed).toBe(1);
  });

  test('a whole answer beyond all measure is refused', async () => {
    const { url } = await stub((response) => response.end(`{"a":"${'x'.repeat(5_000_000)}"}`));
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({ code: 'BAD_STREAM' });
  });

  test('of an endless explanation the beginning is read', async () => {
    const { url, closed } = await stub((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.write('No\u0007 such\nmodel. ');
      const chunk = 'x'.repeat(65_536);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 400 });
    expect(error.message).toContain('No such model. xxx');
    expect(error.message.length).toBeLessThan(500);
    await expect.poll(closed).toBe(1);
  });

  test('a redirect is not followed: it would take the key elsewhere', async () => {
    const other = await stub((response) => stream(response, answer(speech)));
    const location = `${other.url}/v2?token=hush`;
    const { url } = await stub((response) => json(response, 307, '', { location }));
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 307, isTransient: false });
    expect(error.message).toMatch(new RegExp(`redirects, .*: ${other.url}/v2$`));
    expect(other.requests).toEqual([]);
  });

  test('nobody listens', async () => {
    const error = await failureOf(collect(speech.provider(await deadUrl())));
    expect(error).toMatchObject({ code: 'UNREACHABLE', isTransient: true, attempts: 3 });
    expect(error.message).toContain('could not be reached (3 attempts): ECONNREFUSED');
  });

  test('a connection that breaks before its answer', async () => {
    const { url } = await stub((response) => response.destroy());
    expect(await failureOf(collect(speech.provider(url)))).toMatchObject({
      code: 'UNREACHABLE',
      attempts: 3,
    });
  });

  test('a wrong key is not shown', async () => {
    const words = `Incorrect key ${KEY} (${encodeURIComponent(KEY)}).`;
    const { url } = await stub((response) =>
      json(response, 401, speech.failed('authentication_error', words)),
    );
    const error = await failureOf(collect(speech.provider(url)));
    expect(error).toMatchObject({ status: 401, isTransient: false, type: 'authentication_error' });
    expect(error.message).toContain('Incorrect key [redacted] ([redacted]).');
  });
});
