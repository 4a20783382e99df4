import { describe, expect, test } from 'vitest';
import { collect, failureOf } from './collect.ts';
import { compatible, connect } from './protocols.ts';
import { event, json, stream, stub } from './stub-server.ts';

/** Returns the error of a response with this status and body. */
async function failing(status: number, body: unknown, headers: Record<string, string> = {}) {
  const { url, requests } = await stub((response) => json(response, status, body, headers));
  const options = { maxRetries: 1, maxRetryAfterMs: 1_000 };
  const error = await failureOf(collect(connect(compatible, url, options)));
  expect(requests).toHaveLength(error.attempts);
  expect(error.message).not.toContain('\n');
  return error;
}

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

describe('an error in the stream', () => {
  test.each([
    ['of OpenAI', { error: { message: 'x', type: 'server_error' } }, true, 'server_error'],
    [
      'of a gateway',
      { error: { message: 'x', type: 'overloaded_error' } },
      true,
      'overloaded_error',
    ],
    [
      'with a code',
      { error: { message: 'x', code: 'rate_limit_exceeded' } },
      true,
      'rate_limit_exceeded',
    ],
    ['without a name', { error: { message: 'The runner stopped.' } }, true, undefined],
    [
      'that is permanent',
      { error: { message: 'x', type: 'invalid_request_error' } },
      false,
      'invalid_request_error',
    ],
    [
      'of an account without credit',
      { error: { message: 'x', type: 'api_error', code: 'insufficient_quota' } },
      false,
      'api_error',
    ],
  ])('%s', async (_name, body, isTransient, type) => {
    const { url } = await stub((response) => stream(response, [event(body)]));
    const error = await failureOf(collect(connect(compatible, url, { maxRetries: 1 })));
    expect(error).toMatchObject({
      code: 'MODEL_ERROR',
      isTransient,
      attempts: isTransient ? 2 : 1,
    });
    expect(error.type).toBe(type);
    expect(error.message).toMatch(
      /^ollama\.chat answered with an error.*: (?:x|The runner stopped\.)$/,
    );
  });
});

describe('an error with a status', () => {
  test.each([
    [{ detail: 'Not here.' }, 'Not here.'],
    [{ error: 'model "m" not found' }, 'model "m" not found'],
    [{ error: { message: 'No such door.' } }, 'No such door.'],
    [{ error: 404, message: 'No door of that name.' }, 'No door of that name.'],
    ['Just words.', 'Just words.'],
    ['{"error": {"message": "never clo', '{"error": {"message": "never clo'],
  ])('is explained by %j', async (body, words) => {
    const error = await failing(404, body);
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, isTransient: false });
    expect(error.message.endsWith(`: ${words}`)).toBe(true);
  });

  test.each([[''], ['<html><body>Nginx</body></html>'], ['null'], ['{}'], ['[[[[]]]]']])(
    'is not explained by %j',
    async (body) => {
      const error = await failing(404, body);
      expect(error.message).toMatch(/answered with status 404(?:: Not Found)?$/);
    },
  );

  test('is permanent when an account has no credit', async () => {
    const error = await failing(429, { error: { type: 'insufficient_quota', message: 'Pay.' } });
    expect(error).toMatchObject({ isTransient: false, type: 'insufficient_quota', attempts: 1 });
  });

  test('is transient when a gateway answers 400 for an overloaded model', async () => {
    expect(await failing(400, overloaded)).toMatchObject({
      status: 400,
      type: 'overloaded_error',
      isTransient: true,
      attempts: 2,
    });
  });
});

describe('the wait that a server requests', () => {
  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' };

  test.each([
    [{ 'retry-after': '61' }, {}, 61_000],
    [{ 'retry-after-ms': '2500', 'retry-after': '1' }, {}, 2_500],
    [{}, { error: { status: 'RESOURCE_EXHAUSTED', details: [retryInfo] } }, 34_500],
  ])('fails at once when it is too long: %o %o', async (headers, body, retryAfterMs) => {
    const error = await failing(429, body, { ...headers });
    expect(error).toMatchObject({ retryAfterMs, isTransient: true, attempts: 1 });
    expect(error.message).toContain(`asks to wait ${retryAfterMs / 1_000} s`);
  });

  test('doubles the delay before each retry when the server requests none', async () => {
    const { url, requests } = await stub((response) => json(response, 503, ''));
    const options = { retryDelayMs: 40, maxRetries: 2, random: () => 0 };
    await failureOf(collect(connect(compatible, url, options)));
    const [first, second, third] = requests.map(({ at }) => at);
    expect(second! - first!).toBeGreaterThanOrEqual(38);
    expect(third! - second!).toBeGreaterThanOrEqual(78);
  });
});
