import { EmptySummaryError, UnknownStrategyError } from '@palimpsest/core-types';
import { afterEach, expect, test, vi } from 'vitest';
import { useFakeTimers } from '../../../../tools/fake-timers.ts';
import { createBreaker } from '../../src/attempts/breaker.ts';
import { compressWithRetry } from '../../src/attempts/compress-with-retry.ts';
import { unhandledDuring } from '../faults.ts';
import { applied, context, options, overloaded, refused, scripted } from './setup.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const truncation = () => scripted('top-down-truncation', applied());

test('retries transient errors twice, after 2 s and 4 s', async () => {
  const flaky = scripted('one-shot', overloaded(), overloaded(), applied());
  const given = options([flaky, truncation()]);
  const outcome = await compressWithRetry(context(), given);
  expect(outcome).toMatchObject({ kind: 'applied', strategy: 'one-shot', reason: 'compressed' });
  expect(outcome.attempts.map(({ error }) => error === undefined)).toEqual([false, false, true]);
  expect(given.slept).toEqual([2_000, 4_000]);
});

test('waits as long as the provider asks, also by a nested error, but at most 30 s', async () => {
  const outer = new Error('failed', { cause: new Error('inner', { cause: overloaded(700) }) });
  const given = options([scripted('one-shot', outer, applied())]);
  expect(await compressWithRetry(context(), given)).toMatchObject({ kind: 'applied' });
  expect(given.slept).toEqual([700]);
  const beside = Object.assign(overloaded(), { cause: 'busy', originalError: overloaded(800) });
  const wrapped = options([scripted('one-shot', beside, applied())]);
  await compressWithRetry(context(), wrapped);
  expect(wrapped.slept).toEqual([800]);
  const busy = options([scripted('one-shot', overloaded(90_000))]);
  expect(await compressWithRetry(context(), busy)).toMatchObject({
    kind: 'failed',
    reason: 'asked-to-wait',
    attempts: [{ strategy: 'one-shot' }],
  });
  expect(busy.slept).toEqual([]);
});

test.each([
  ['retries that are used up', overloaded(), 3],
  ['a permanent error', refused(), 1],
  ['an empty summary', new EmptySummaryError('one-shot'), 1],
])('%s lead to the fallback, with the same context', async (_what, error, tries) => {
  const [failing, fallback] = [scripted('one-shot', error), truncation()];
  const asked = context();
  const outcome = await compressWithRetry(asked, options([failing, fallback]));
  expect(outcome).toMatchObject({
    kind: 'applied',
    strategy: 'top-down-truncation',
    reason: 'fallback',
    cause: error,
  });
  expect(failing.contexts).toHaveLength(tries);
  expect(fallback.contexts).toEqual([asked]);
});

test('reports both causes when the fallback fails too, and retries it no further', async () => {
  const [first, second] = [refused(), overloaded()];
  const strategies = [scripted('one-shot', first), scripted('top-down-truncation', second)];
  const outcome = await compressWithRetry(context(), options(strategies));
  expect(outcome).toMatchObject({
    kind: 'failed',
    reason: 'fallback-failed',
    cause: { errors: [first, second] },
  });
  expect(outcome.attempts).toHaveLength(2);
});

test.each([
  [100, 96, true],
  [100, 95, false],
  [undefined, undefined, true],
])('%j tokens that became %j: ineffective is %s', async (before, after, ineffective) => {
  const { tokensBefore: _b, tokensAfter: _a, ...rest } = applied().metadata;
  const counts = before === undefined ? {} : { tokensBefore: before, tokensAfter: after };
  const result = { ...applied(), metadata: { ...rest, ...counts } } as never;
  const asked = context({ estimateTokens: (entries) => 1_000 + entries.length });
  const outcome = await compressWithRetry(asked, options([scripted('one-shot', result)]));
  expect(outcome).toMatchObject({ kind: 'applied', ineffective });
});

test('rejects an unregistered strategy or fallback before any attempt', async () => {
  const one = scripted('one-shot', applied());
  for (const names of [{ name: 'one-shoot' }, { fallback: 'none-such' }]) {
    const asking = compressWithRetry(context(), options([one], names));
    await expect(asking).rejects.toThrow(UnknownStrategyError);
  }
  expect(one.contexts).toHaveLength(0);
});

test('after three failures, skips the strategy for 60 s, unless `bypassBreaker` is set', async () => {
  let time = 1_000;
  let breaker = createBreaker({ now: () => time });
  const down = scripted('one-shot', refused());
  const once = async (more = {}) => {
    breaker = createBreaker({ now: () => time }, JSON.parse(JSON.stringify(breaker)));
    return await compressWithRetry(context(), options([down], { breaker, ...more }));
  };
  for (let turn = 0; turn < 3; turn += 1) expect((await once()).kind).toBe('failed');
  expect(await once()).toMatchObject({ kind: 'skipped', attempts: [], remainingMs: 60_000 });
  expect(down.contexts).toHaveLength(3);
  expect((await once({ bypassBreaker: true })).kind).toBe('failed');
  time += 59_999;
  expect((await once()).kind).toBe('skipped');
  time += 1;
  expect((await once()).kind).toBe('failed');
  // A clock that was set back ends the cool-down.
  time = 5;
  expect(breaker.remainingMs()).toBe(0);
});

test('an abort during a wait rejects at once, and no timer is left', async () => {
  const runningTimers = useFakeTimers();
  const controller = new AbortController();
  const { sleep: _sleep, ...given } = options([scripted('one-shot', overloaded())]);
  const waiting = compressWithRetry(context({ signal: controller.signal }), given);
  const settled = Promise.allSettled([waiting]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(runningTimers()).toBe(1);
  controller.abort(new Error('enough'));
  expect(await settled).toMatchObject([{ status: 'rejected', reason: { message: 'enough' } }]);
  expect(runningTimers()).toBe(0);
});

test.each([new Error('enough'), 'enough', new DOMException('enough', 'TimeoutError')])(
  'an abort does not wait for a strategy that ignores the signal, and is no failure: %s',
  async (reason) => {
    const unhandled = await unhandledDuring(async () => {
      const controller = new AbortController();
      const breaker = createBreaker();
      const end = new AbortController();
      const deaf = scripted(
        'one-shot',
        () =>
          new Promise((_resolve, reject) => {
            end.signal.addEventListener('abort', () => reject(new Error('too late')));
          }),
      );
      const asked = context({ signal: controller.signal });
      const waiting = compressWithRetry(asked, options([deaf], { breaker }));
      setTimeout(() => controller.abort(reason), 1);
      expect(await Promise.allSettled([waiting])).toEqual([{ status: 'rejected', reason }]);
      end.abort();
      expect(breaker.toJSON().failures).toBe(0);
    });
    expect(unhandled).toEqual([]);
  },
);
