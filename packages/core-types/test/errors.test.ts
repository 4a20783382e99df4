import {
  CompressionExecutionError,
  CompressionProfileNotFoundError,
  CompressionStrategyError,
  EmptySummaryError,
  PalimpsestError,
  PromptResolutionError,
  UnknownStrategyError,
} from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import type * as original from '../src/errors.ts';

/** Evaluates the module again, as in a tree with two installed versions. */
async function secondCopy(): Promise<typeof original> {
  const address = '../src/errors.ts?copy';
  return (await import(address)) as typeof original;
}

const cause = new Error('socket hang up');
const errors = [
  [new PalimpsestError('No.', 'NO'), 'PalimpsestError', 'NO'],
  [new CompressionStrategyError('No.', 'NO'), 'CompressionStrategyError', 'NO'],
  [new UnknownStrategyError('x'), 'UnknownStrategyError', 'UNKNOWN_STRATEGY'],
  [new PromptResolutionError('base'), 'PromptResolutionError', 'PROMPT_RESOLUTION_FAILED'],
  [new CompressionExecutionError('x', 'no'), 'CompressionExecutionError', 'EXECUTION_FAILED'],
  [new EmptySummaryError('x'), 'EmptySummaryError', 'EMPTY_SUMMARY'],
  [
    new CompressionProfileNotFoundError('cheap'),
    'CompressionProfileNotFoundError',
    'PROFILE_NOT_FOUND',
  ],
] as const;

test.each(errors)('%s has its name and its code', (error, name, code) => {
  expect(error).toBeInstanceOf(PalimpsestError);
  expect(error).toBeInstanceOf(Error);
  expect(PalimpsestError.isInstance(error)).toBe(true);
  expect(error.name).toBe(name);
  expect(error.code).toBe(code);
  expect(String(error)).toBe(`${name}: ${error.message}`);
});

test('every error of a strategy is a CompressionStrategyError', () => {
  for (const [error, name] of errors) {
    expect(error instanceof CompressionStrategyError).toBe(name !== 'PalimpsestError');
  }
});

test('recognizes an error of another installed copy by its brand', async () => {
  const copy = await secondCopy();
  const foreign = new copy.UnknownStrategyError('x');
  expect(foreign).not.toBeInstanceOf(PalimpsestError);
  expect(PalimpsestError.isInstance(foreign)).toBe(true);
  expect(copy.PalimpsestError.isInstance(new UnknownStrategyError('x'))).toBe(true);
});

test.each([undefined, null, 'PalimpsestError', 7, {}, new Error('x'), new TypeError('x')])(
  '%s is not a PalimpsestError',
  (other) => {
    expect(PalimpsestError.isInstance(other)).toBe(false);
  },
);

test('an unknown name is reported with the registered ones and a suggestion', () => {
  const error = new UnknownStrategyError(
    'high-densty',
    ['high-density', 'one-shot'],
    'high-density',
  );
  expect(error.message).toBe(
    'Unknown compression strategy: "high-densty". Registered: high-density, one-shot. Did you mean "high-density"?',
  );
  expect(error.registered).toEqual(['high-density', 'one-shot']);
  expect(error.strategy).toBe('high-densty');
  expect(new UnknownStrategyError('x').message).toBe('Unknown compression strategy: "x".');
});

test('a failed model call is permanent by default and keeps its cause', () => {
  const transient = new CompressionExecutionError('one-shot', 'overloaded', {
    isTransient: true,
    profile: 'cheap',
    cause,
  });
  expect(transient.message).toBe('Compression with "one-shot" failed: overloaded');
  expect(transient).toMatchObject({
    isTransient: true,
    strategy: 'one-shot',
    profile: 'cheap',
    cause,
  });
  const permanent = new CompressionExecutionError('one-shot', 'refused', 'cheap');
  expect(permanent).toMatchObject({ isTransient: false, profile: 'cheap' });
  expect('cause' in permanent).toBe(false);
});

test('an empty summary reports what the response contained', () => {
  const details = { finishReason: 'length', thinkingBlockCount: 2 };
  const error = new EmptySummaryError('middle-out', details);
  expect(error).toMatchObject(details);
  expect(error.message).toBe(
    'The model returned an empty summary for "middle-out". Seen: {"finishReason":"length","thinkingBlockCount":2}.',
  );
});

test('omits properties that were not given', () => {
  expect(Object.keys(new CompressionStrategyError('No.', 'NO'))).not.toContain('strategy');
  expect(Object.keys(new EmptySummaryError('x'))).not.toContain('finishReason');
});

test('a missing profile or prompt is reported with the reason', () => {
  expect(new CompressionProfileNotFoundError('cheap', 'no such file').message).toBe(
    'Compression profile "cheap" was not found: no such file.',
  );
  expect(new PromptResolutionError('base').message).toBe('No compression prompt "base" was found.');
});
