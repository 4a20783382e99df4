import { describe, expect, test } from 'vitest';
import { collect, failureOf, textOf } from './collect.ts';
import { openaiSpeech } from './protocols.ts';
import { event, json, stream, stub } from './stub-server.ts';

/** What becomes of a body that is an error, in an answer of that status. */
async function failing(status: number, body: unknown, headers: Record<string, string> = {}) {
  const { url, requests } = await stub((response) => json(response, status, body, headers));
  const options = { maxRetries: 1, maxRetryAfterMs: 1_000 };
  const error = await failureOf(collect(openaiSpeech.provider(url, options)));
  expect(requests).toHaveLength(error.attempts);
  expect(error.message).not.toContain('\n');
  return error;
}

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

describe('an error in a success', () => {
  test.each([
    ['of Anthropic', overloaded, true, 'overloaded_error'],
    ['of OpenAI', { error: { message: 'x', type: 'server_error' } }, true, 'server_error'],
    [
      'of Gemini',
      { error: { code: 503, message: 'x', status: 'UNAVAILABLE' } },
      true,
      'UNAVAILABLE',
    ],
    ['of Gemini, in a list', [{ error: { code: 429, message: 'x' } }], true, undefined],
    ['of a router', { error: { code: 502, message: 'x' } }, true, undefined],
    [
      'of vLLM',
      { object: 'error', message: 'x', type: 'BadRequestError', code: 400 },
      false,
      'BadRequestError',
    ],
    [
      'in another',
      { error: { message: 'x', metadata: { raw: JSON.stringify(overloaded) } } },
      true,
      'overloaded_error',
    ],
    [
      'in a message',
      { error: { code: 400, message: JSON.stringify(overloaded) } },
      true,
      'overloaded_error',
    ],
    ['that is a text', { error: 'The runner stopped.' }, true, undefined],
    [
      'that will last',
      { error: { message: 'x', type: 'invalid_request_error' } },
      false,
      'invalid_request_error',
    ],
  ])('%s', async (_name, body, isTransient, type) => {
    const error = await failing(200, body);
    expect(error).toMatchObject({ code: 'MODEL_ERROR', isTransient });
    expect(error.type).toBe(type);
  });

  test('a word in place of JSON, in an event that says it is an error', async () => {
    const { url } = await stub((response) => stream(response, [event('Out of doors.', 'error')]));
    const error = await failureOf(collect(openaiSpeech.provider(url, { maxRetries: 0 })));
    expect(error.code).toBe('MODEL_ERROR');
    expect(error.message).toMatch(/answered with an error: Out of doors\.$/);
  });
});

describe('an error with a status', () => {
  test.each([
    [{ detail: 'Not here.' }, 'Not here.'],
    [{ detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] }, 'Field required'],
    [
      { status: 404, error: 'Not Found', message: 'No door of that name.' },
      'No door of that name.',
    ],
    [{ errors: [{ message: 'One.' }] }, 'One.'],
    ['Just words.', 'Just words.'],
    ['{"error": {"message": "never clo', '{"error": {"message": "never clo'],
  ])('%j', async (body, words) => {
    const error = await failing(404, body);
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, isTransient: false });
    expect(error.message.endsWith(`: ${words}`)).toBe(true);
  });

  test.each([[''], ['<html><body>Nginx</body></html>'], ['null'], ['{}'], ['[[[[]]]]']])(
    'without words: %j',
    async (body) => {
      const error = await failing(404, body);
      expect(error.message).toMatch(/answered with status 404$/);
    },
  );

  test('an account without money answers 429 and goes on doing so', async () => {
    const error = await failing(429, { error: { type: 'insufficient_quota', message: 'Pay.' } });
    expect(error).toMatchObject({ isTransient: false, type: 'insufficient_quota', attempts: 1 });
  });

  test('an overloaded model behind a gateway that answers 400', async () => {
    expect(await failing(400, { error: overloaded })).toMatchObject({
      status: 400,
      type: 'overloaded_error',
      isTransient: true,
      attempts: 2,
    });
  });

  test('errors within errors without end', async () => {
    const body = `${'{"error":'.repeat(5_000)}"x"${'}'.repeat(5_000)}`;
    expect(await failing(500, body)).toMatchObject({ status: 500, isTransient: true });
    const wide = { errors: Array.from({ length: 3_000 }, () => ({ error: {} })) };
    expect(await failing(500, wide)).toMatchObject({ status: 500, isTransient: true });
  });
});

describe('how long a server asks to wait', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' };

  test.each([
    [{ 'retry-after': '61' }, {}, 61_000],
    [{ 'retry-after-ms': '2500', 'retry-after': '1' }, {}, 2_500],
    [{}, { error: { status: 'RESOURCE_EXHAUSTED', details: [retryInfo] } }, 34_500],
  ])('too long: %o %o', async (headers, body, retryAfterMs) => {
    const error = await failing(429, body, { ...headers });
    expect(error).toMatchObject({ retryAfterMs, isTransient: true, attempts: 1 });
    expect(error.message).toContain(`asks to wait ${retryAfterMs / 1_000} s`);
  });

  test('too long, as a date', async () => {
    const { retryAfterMs = 0, attempts } = await failing(503, {}, { 'retry-after': inAnHour });
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
    expect(attempts).toBe(1);
  });

  test.each([['0'], ['Thu, 01 Jan 1970 00:00:00 GMT'], ['-5'], ['soon'], ['']])(
    'not at all: %j',
    async (text) => {
      expect(await failing(503, {}, { 'retry-after': text })).toMatchObject({ attempts: 2 });
    },
  );

  test('seconds are waited for', async () => {
    const { url, requests } = await stub((response, count) =>
      count === 1
        ? json(response, 503, '', { 'retry-after': '0.15' })
        : json(response, 200, openaiSpeech.whole('Blue.')),
    );
    expect(textOf(await collect(openaiSpeech.provider(url)))).toBe('Blue.');
    expect(requests[1]!.at - requests[0]!.at).toBeGreaterThanOrEqual(145);
  });

  test('waits double, less up to a half by chance', async () => {
    const { url, requests } = await stub((response) => json(response, 503, ''));
    const options = { retryDelayMs: 40, maxRetries: 2, random: () => 0 };
    await failureOf(collect(openaiSpeech.provider(url, options)));
    const [first, second, third] = requests.map(({ at }) => at);
    expect(second! - first!).toBeGreaterThanOrEqual(38);
    expect(third! - second!).toBeGreaterThanOrEqual(78);
  });
});
