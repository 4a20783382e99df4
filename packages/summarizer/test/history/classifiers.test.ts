import { CompressionExecutionError, EmptySummaryError, OptionError } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from '../../src/history.ts';

const failed = (fields: object, message = 'no'): Error => Object.assign(new Error(message), fields);
const overloaded = { type: 'overloaded_error', message: 'Overloaded' };
const circle: { cause?: unknown } = {};
circle.cause = { error: circle };
const longChain = Array.from({ length: 40 }).reduce<object>((cause) => ({ cause }), {
  status: 503,
});

const TRANSIENT: readonly (readonly [string, unknown])[] = [
  ...[408, 429, 500, 502, 503, 504, 529, 599].map(
    (status) => [`status ${status}`, failed({ status })] as const,
  ),
  ['statusCode 503', failed({ statusCode: 503 })],
  ['a status under code', failed({ code: 429 })],
  ['a status in digits', failed({ code: '503' })],
  ...['ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'STREAM_INTERRUPTED'].map(
    (code) => [`code ${code}`, failed({ code })] as const,
  ),
  ['a body at the third', failed({ error: { type: 'error', error: { type: 'api_error' } } })],
  ['a body of a rate limit', failed({ error: { type: 'rate_limit_error' } })],
  ['a type alone', 'overloaded_error'],
  ...[
    'Overloaded',
    'Too Many Requests',
    '503 Service Unavailable',
    'Gateway timeout',
    'fetch failed',
    'Connection error.',
    'stream was interrupted',
    'Connection terminated unexpectedly',
    'terminated',
    'socket hung up',
    'Socket timeout',
    'request aborted',
    'stream closed',
    'read ECONNRESET',
    'connect ECONNREFUSED 127.0.0.1:11434',
  ].map((message) => [`the words "${message}"`, new Error(message)] as const),
  ['a time limit of the platform', new DOMException('The operation was aborted', 'TimeoutError')],
  ['a cause', failed({ cause: failed({ code: 'ECONNRESET' }) }, 'terminated')],
  ['an original error', failed({ originalError: failed({ status: 500 }) })],
  ['a cause of a cause', failed({ cause: { cause: { error: overloaded } } })],
  [
    'an error of ours that says so',
    new CompressionExecutionError('test', 'no', { isTransient: true }),
  ],
  ['an error of a host that says so', failed({ isTransient: true, status: 400 })],
  [
    'one that wraps ours',
    failed({ cause: new CompressionExecutionError('test', 'no', { isTransient: true }) }),
  ],
];

const PERMANENT: readonly (readonly [string, unknown])[] = [
  ...[400, 401, 403, 404, 413, 422].map(
    (status) => [`status ${status}`, failed({ status })] as const,
  ),
  ['a status that overrules words', failed({ status: 400 }, 'model is overloaded')],
  ['a status that overrules a cause', failed({ status: 401, cause: failed({ status: 503 }) })],
  ['an error of ours', new CompressionExecutionError('test', 'timed out')],
  [
    'an error of ours with a cause',
    new CompressionExecutionError('test', 'no', { cause: failed({ status: 503 }) }),
  ],
  ['an option', new OptionError('model', 1, 'a model')],
  ['an empty summary', new EmptySummaryError('test', { finishReason: 'length' })],
  ['an error of a host that says so', failed({ isTransient: false, status: 503 })],
  ['a mistake in a program', new TypeError('undefined is not a function')],
  ['an abort', new DOMException('This operation was aborted', 'AbortError')],
  ['an abort in words of a connection', new DOMException('request aborted', 'AbortError')],
  ['a process that was terminated', new Error('the process was terminated by the user')],
  ['a code within a word', new Error('see ECONNRESETTING for details')],
  ['a redirect', failed({ status: 302 })],
  ['an exit code', failed({ code: 1 })],
  ['a word with others in it', new Error('overloadedness of operators')],
  ['a circle', circle],
  ['a cause too far away', longChain],
  ['a text', 'just text'],
  ['nothing', undefined],
];

describe('a retry may succeed after', () => {
  test.each(TRANSIENT)('%s', (_, error) => {
    expect(isTransientCompressionError(error)).toBe(true);
    expect(shouldRetryCompressionError(error)).toBe(true);
    expect(isFallbackEligibleCompressionError(error)).toBe(true);
  });
});

describe('a retry does not help after', () => {
  test.each(PERMANENT)('%s', (_, error) => {
    expect(isTransientCompressionError(error)).toBe(false);
    expect(shouldRetryCompressionError(error)).toBe(false);
  });
});

test('an empty summary is the only permanent error that allows a fallback strategy', () => {
  const worth = PERMANENT.filter(([, error]) => isFallbackEligibleCompressionError(error));
  expect(worth.map(([name]) => name)).toEqual(['an empty summary']);
});
