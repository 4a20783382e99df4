import { describe, expect, test } from 'vitest';
import { collect, failureOf, request as asked, textOf } from './collect.ts';
import { connect, protocols, type Protocol } from './protocols.ts';
import { breakAfter, deadUrl, event, json, stream, stub, type Handler } from './stub-server.ts';

const success = ({ opening, text, ending }: Protocol): readonly string[] => [
  ...opening,
  text('Blue.'),
  ...ending,
];

/** Fails only the first request. */
const once =
  (protocol: Protocol, fail: Handler): Handler =>
  (response, count, request) =>
    count === 1 ? fail(response, count, request) : stream(response, success(protocol));

describe.each(protocols)('$name', (protocol) => {
  test('retries after 429, but not before the requested time', async () => {
    const { url, requests } = await stub(
      once(protocol, (response) =>
        json(response, 429, protocol.error('rate_limit_error', 'Slow down.'), {
          'retry-after-ms': '120',
        }),
      ),
    );
    expect(textOf(await collect(connect(protocol, url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
    expect(requests[1]!.at - requests[0]!.at).toBeGreaterThanOrEqual(115);
  });

  test('does not retry after 404, whatever the body contains', async () => {
    const { url, requests } = await stub((response) =>
      json(response, 404, protocol.error('api_error', 'model not found, try pulling it first')),
    );
    const error = await failureOf(collect(connect(protocol, url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, isTransient: false });
    expect(requests).toHaveLength(1);
  });

  test.each([408, 409, 425, 500, 502, 503, 504, 529])('retries after %i', async (status) => {
    const { url, requests } = await stub(
      once(protocol, (response) => json(response, status, '<html>Bad gateway</html>')),
    );
    expect(textOf(await collect(connect(protocol, url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
  });

  test.each([400, 401, 402, 403, 404, 413, 422])('does not retry after %i', async (status) => {
    const body = protocol.error('invalid_request_error', 'That will not do.');
    const { url, requests } = await stub((response) => json(response, status, body));
    const error = await failureOf(collect(connect(protocol, url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status, isTransient: false, attempts: 1 });
    expect(error.message).toContain('That will not do.');
    expect(requests).toHaveLength(1);
  });

  test('retries after an error in the stream before the first text', async () => {
    const failure = event(protocol.error('api_error', 'Internal'), 'error');
    const { url, requests } = await stub(
      once(protocol, (response) =>
        stream(response, [
          ...protocol.opening,
          protocol.reasoning?.('Doors') ?? protocol.text(''),
          failure,
        ]),
      ),
    );
    const chunks = await collect(connect(protocol, url));
    expect(chunks.flatMap(({ blocks }) => blocks)).toEqual([{ type: 'text', text: 'Blue.' }]);
    expect(requests).toHaveLength(2);
  });

  test('fails after an error in the stream after the first text', async () => {
    const failure = event(protocol.error('overloaded_error', 'Overloaded'), 'error');
    const { url, requests } = await stub((response) =>
      stream(response, [
        ...protocol.opening,
        protocol.text('The door'),
        failure,
        ...protocol.ending,
      ]),
    );
    const said: string[] = [];
    const error = await failureOf(
      (async () => {
        for await (const chunk of connect(protocol, url).generateChatCompletion(asked)) {
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

  test('retries when the connection breaks before the first text', async () => {
    const { url, requests } = await stub(
      once(protocol, (response) => breakAfter(response, protocol.opening)),
    );
    expect(textOf(await collect(connect(protocol, url)))).toBe('Blue.');
    expect(requests).toHaveLength(2);
  });

  test('fails when the connection breaks after the first text', async () => {
    const { url, requests } = await stub((response) =>
      breakAfter(response, [...protocol.opening, protocol.text('The door')]),
    );
    expect(await failureOf(collect(connect(protocol, url)))).toMatchObject({
      code: 'STREAM_CUT',
      isTransient: true,
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
  });

  test('rejects a stream without an end', async () => {
    const { url } = await stub((response) =>
      stream(response, [...protocol.opening, protocol.text('The door')]),
    );
    expect(await failureOf(collect(connect(protocol, url)))).toMatchObject({ code: 'STREAM_CUT' });
  });

  test('rejects an event that is not JSON', async () => {
    const { url, requests } = await stub((response) =>
      stream(response, [...protocol.opening, event('{"text": oops'), ...protocol.ending]),
    );
    const error = await failureOf(collect(connect(protocol, url)));
    expect(error).toMatchObject({ code: 'BAD_STREAM', isTransient: false });
    expect(error.message).toContain('oops');
    expect(requests).toHaveLength(1);
  });

  test('rejects an HTML page', async () => {
    const { url, requests } = await stub((response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>Log in</title>');
    });
    const error = await failureOf(collect(connect(protocol, url)));
    expect(error).toMatchObject({ code: 'BAD_STREAM', isTransient: false });
    expect(error.message).toBe(`${protocol.name} sent a web page`);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['JSON without a stream', '{"hello":"world"}'],
    ['broken JSON', '{"choices":['],
    ['nothing', ''],
  ])('rejects a successful response of %s as cut off', async (_name, body) => {
    const { url, requests } = await stub((response) => response.end(body));
    expect(await failureOf(collect(connect(protocol, url)))).toMatchObject({
      code: 'STREAM_CUT',
      isTransient: true,
      attempts: 3,
    });
    expect(requests).toHaveLength(3);
  });

  test('rejects an event of 17 MB', async () => {
    const { url } = await stub((response) =>
      response.end(`data: {"a":"${'x'.repeat(17_000_000)}"}\n\n`),
    );
    expect(await failureOf(collect(connect(protocol, url)))).toMatchObject({ code: 'BAD_STREAM' });
  });

  test('reads only the beginning of an endless error body', async () => {
    const { url, closed } = await stub((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.write('No\u0007 such\nmodel. ');
      const chunk = 'x'.repeat(65_536);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    const error = await failureOf(collect(connect(protocol, url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 400 });
    expect(error.message).toContain('No such model. xxx');
    expect(error.message.length).toBeLessThan(500);
    await expect.poll(closed).toBe(1);
  });

  test('does not follow a redirect, which would send the key to another host', async () => {
    const other = await stub((response) => stream(response, success(protocol)));
    const location = `${other.url}/v2?token=hush`;
    const { url } = await stub((response) => json(response, 307, '', { location }));
    const error = await failureOf(collect(connect(protocol, url)));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 307, isTransient: false });
    expect(error.message).toBe(
      `${protocol.name} redirects, which is not followed: use the final URL`,
    );
    expect(other.requests).toEqual([]);
  });

  test('retries when no connection can be made', async () => {
    const error = await failureOf(collect(connect(protocol, await deadUrl())));
    expect(error).toMatchObject({ code: 'UNREACHABLE', isTransient: true, attempts: 3 });
    expect(error.message).toContain('could not be reached (3 attempts): ECONNREFUSED');
  });
});
