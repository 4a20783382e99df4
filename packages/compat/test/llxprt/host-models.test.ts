import { scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  CompressionExecutionError,
  CompressionProfileNotFoundError,
  CompressionStrategyError,
  EmptySummaryError,
  isFallbackEligibleCompressionError,
  MiddleOutStrategy,
  OneShotStrategy,
  PromptResolutionError,
  shouldRetryCompressionError,
  UnknownStrategyError,
} from '../../src/llxprt.ts';
import { applied, hostContext, hostModel, textOf, turns } from './host.ts';

const MODELS = [
  ['middle-out', MiddleOutStrategy],
  ['one-shot', OneShotStrategy],
] as const;

test.each(MODELS)('%s accepts a summary without snapshot tags', async (name, Strategy) => {
  const { resolved } = hostModel('First part. Second part.');
  const before = turns(40);
  const result = await new Strategy().compress(
    hostContext(before, { resolveProvider: () => resolved }),
  );
  const { newHistory, metadata } = applied(result);
  const summary = newHistory.find((entry) => entry.metadata?.isSummary === true)!;
  expect(summary).toMatchObject({
    speaker: 'human',
    metadata: { synthetic: true, reason: 'compression-state-snapshot' },
  });
  expect(textOf(summary)).toContain('First part. Second part.');
  const word = newHistory[newHistory.indexOf(summary) + 1]!;
  expect(word).toMatchObject({
    speaker: 'ai',
    metadata: { synthetic: true, reason: 'compression-continuation' },
  });
  expect(newHistory.slice(-12)).toEqual(before.slice(-12));
  expect(metadata).toMatchObject({
    strategyUsed: name,
    llmCallMade: true,
    originalMessageCount: 40,
    compressedMessageCount: newHistory.length,
  });
});

test.each(MODELS)(
  '%s accepts a provider directly or as a promise, with or without a runtime',
  async (_, Strategy) => {
    const model = hostModel();
    const answers = [
      () => model.resolved,
      () => Promise.resolve(model.resolved),
      () => model.resolved.provider,
    ];
    const results = [];
    for (const resolveProvider of answers) {
      const result = await new Strategy().compress(hostContext(turns(40), { resolveProvider }));
      results.push(applied(result).newHistory.map(textOf));
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    expect(model.asked.map(({ runtime }) => runtime)).toEqual([
      { id: 'session' },
      { id: 'session' },
      undefined,
    ]);
  },
);

test('passes the profile of the host to its resolver', async () => {
  const profiles: unknown[] = [];
  const context = hostContext(turns(40), {
    resolveProvider: (profile) => {
      profiles.push(profile);
      return hostModel().resolved;
    },
  });
  const named = {
    ...context,
    runtimeContext: {
      ephemerals: { ...context.runtimeContext.ephemerals, compressionProfile: () => 'cheap' },
    },
  };
  await new MiddleOutStrategy().compress(context);
  await new MiddleOutStrategy().compress(named);
  expect(profiles).toEqual([undefined, 'cheap']);
});

test.each(MODELS)('%s rejects with a coded error for every failure', async (name, Strategy) => {
  const compress = (resolveProvider: Parameters<typeof hostContext>[1]): Promise<unknown> =>
    new Strategy().compress(hostContext(turns(40), resolveProvider));
  const failing = scriptedProvider([Object.assign(new Error('overloaded'), { status: 529 })]);
  await expect(compress({ resolveProvider: () => failing })).rejects.toMatchObject({
    name: 'CompressionExecutionError',
    code: 'EXECUTION_FAILED',
    strategy: name,
    isTransient: true,
  });
  await expect(compress({ resolveProvider: () => scriptedProvider(['  ']) })).rejects.toMatchObject(
    { name: 'EmptySummaryError', code: 'EMPTY_SUMMARY' },
  );
  const missing = new CompressionProfileNotFoundError('cheap');
  await expect(compress({ resolveProvider: () => Promise.reject(missing) })).rejects.toBe(missing);
});

test.each([
  [new CompressionStrategyError('no', 'OWN'), 'OWN', false, false],
  [new UnknownStrategyError('x'), 'UNKNOWN_STRATEGY', false, false],
  [new PromptResolutionError('compression'), 'PROMPT_RESOLUTION_FAILED', false, false],
  [new CompressionExecutionError('one-shot', 'no'), 'EXECUTION_FAILED', false, false],
  [
    new CompressionExecutionError('one-shot', 'no', { isTransient: true }),
    'EXECUTION_FAILED',
    true,
    true,
  ],
  [new EmptySummaryError('one-shot'), 'EMPTY_SUMMARY', false, true],
  [new CompressionProfileNotFoundError('cheap'), 'PROFILE_NOT_FOUND', false, false],
])('%s has a code, and is classified for retry and fallback', (error, code, retry, fallback) => {
  expect(error).toBeInstanceOf(CompressionStrategyError);
  expect(error.code).toBe(code);
  expect(shouldRetryCompressionError(error)).toBe(retry);
  expect(isFallbackEligibleCompressionError(error)).toBe(fallback);
});
