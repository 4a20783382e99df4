import { compressWithRetry, createBreaker } from '@palimpsest/orchestrator';
import { afterEach, expect, test, vi } from 'vitest';
import { useFakeTimers } from '../../../../tools/fake-timers.ts';
import { atEveryCall, deepFrozen, FAULTS, unhandledDuring, type Injection } from '../faults.ts';
import { applied, context, noop, options, overloaded, scripted } from './setup.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The longest path: a no-op with a re-route, three failed attempts, and a fallback whose savings are measured. */
function longWay({ guard, signal }: Injection) {
  const { tokensBefore: _before, ...metadata } = applied().metadata;
  const strategies = [
    scripted('middle-out', noop('too-few-compressible')),
    scripted('one-shot', overloaded()),
    scripted('top-down-truncation', { ...applied(), metadata }),
  ];
  for (const strategy of strategies) strategy.compress = guard(strategy.compress.bind(strategy));
  const breaker = createBreaker({ now: guard(() => 7) });
  const usual = options(strategies);
  const given = options(strategies, {
    breaker,
    strategies: { resolve: guard((name: string) => usual.strategies.resolve(name)) },
    sleep: guard(async () => {}),
    random: guard(() => 0),
    now: guard(() => 0),
    onEvent: guard(() => {}),
  });
  const estimateTokens = guard(async () => 200);
  const asked = Object.freeze({ ...deepFrozen(context({ estimateTokens })), signal });
  return { asked, given, breaker };
}

test.each(FAULTS)(
  '%s at any call: resolves with an outcome or rejects with the injected error',
  async (fault) => {
    const seen = new Set<string>();
    let calls = 0;
    const unhandled = await unhandledDuring(async () => {
      calls = await atEveryCall(fault, async (injection) => {
        const { asked, given, breaker } = longWay(injection);
        const [settled] = await Promise.allSettled([compressWithRetry(asked, given)]);
        const isAborted = injection.signal.aborted;
        const isRejected = settled.status === 'rejected';
        seen.add(isRejected ? 'rejected' : settled.value.kind);
        expect(isRejected ? settled.reason : injection.error).toBe(injection.error);
        // An abort after the work is done does not discard the outcome. No abort counts as a failure.
        expect(isAborted ? breaker.toJSON().failures : 0).toBe(0);
      });
    });
    expect(unhandled).toEqual([]);
    expect(calls).toBeGreaterThan(25);
    expect(seen).toContain('rejected');
    expect(seen).toContain('applied');
  },
);

test('an abort during a wait rejects at once and removes the timer', async () => {
  const runningTimers = useFakeTimers();
  const controller = new AbortController();
  const { sleep: _sleep, ...given } = options([scripted('one-shot', overloaded())], {
    fallback: false,
  });
  const waiting = compressWithRetry(context({ signal: controller.signal }), given);
  const settled = Promise.allSettled([waiting]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(runningTimers()).toBe(1);
  controller.abort(new Error('enough'));
  expect(runningTimers()).toBe(0);
  expect(await settled).toMatchObject([{ status: 'rejected', reason: { message: 'enough' } }]);
});

test('rejects with the reason of an abort when `sleep` rejects with an error of its own', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const given = options([scripted('one-shot', overloaded())], {
    fallback: false,
    async sleep() {
      controller.abort(reason);
      await Promise.reject(new Error('the timer was stopped'));
    },
  });
  const waiting = compressWithRetry(context({ signal: controller.signal }), given);
  await expect(waiting).rejects.toBe(reason);
});

test('an abort by the callback of the last failure rejects, and is no failure for the breaker', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const breaker = createBreaker();
  const refusing = scripted('one-shot', Object.assign(new Error('no such key'), { status: 401 }));
  const given = options([refusing], {
    fallback: false,
    breaker,
    onEvent: ({ kind }) => {
      if (kind === 'attempt-failed') controller.abort(reason);
    },
  });
  const waiting = compressWithRetry(context({ signal: controller.signal }), given);
  await expect(waiting).rejects.toBe(reason);
  expect(breaker.toJSON().failures).toBe(0);
});

test('removes its timers when it ends without an abort', async () => {
  const runningTimers = useFakeTimers();
  const { sleep: _sleep, ...given } = options([scripted('one-shot', overloaded(), applied())], {
    fallback: false,
  });
  const { signal } = new AbortController();
  const waiting = compressWithRetry(context({ signal }), given);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await waiting).kind).toBe('applied');
  expect(runningTimers()).toBe(0);
});

test('an abort does not wait for a strategy that ignores the signal, and drops its late error', async () => {
  for (const reason of [
    new Error('enough'),
    'enough',
    new DOMException('enough', 'TimeoutError'),
  ]) {
    const unhandled = await unhandledDuring(async () => {
      const controller = new AbortController();
      const breaker = createBreaker();
      const ends: ((error: Error) => void)[] = [];
      const deaf = scripted(
        'one-shot',
        () =>
          new Promise((_resolve, reject) => {
            ends.push(reject);
          }),
      );
      const given = options([deaf], { fallback: false, breaker });
      const waiting = compressWithRetry(context({ signal: controller.signal }), given);
      setTimeout(() => controller.abort(reason), 1);
      expect(await Promise.allSettled([waiting])).toEqual([{ status: 'rejected', reason }]);
      for (const end of ends) end(new Error('too late'));
      expect(ends).toHaveLength(1);
      expect(breaker.toJSON().failures).toBe(0);
    });
    expect(unhandled).toEqual([]);
  }
});

test('rejects without calling a strategy when the signal is already aborted', async () => {
  const one = scripted('one-shot', applied());
  const signal = AbortSignal.abort('no');
  const asking = compressWithRetry(context({ signal }), options([one], { fallback: false }));
  await expect(asking).rejects.toBe('no');
  expect(one.contexts).toHaveLength(0);
});

test('removes every listener that it adds to the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const flaky = scripted('one-shot', overloaded(), applied());
  const { sleep: _sleep, ...given } = options([flaky], { fallback: false, minDelayMs: 1 });
  expect((await compressWithRetry(context({ signal }), given)).kind).toBe('applied');
  expect(added.mock.calls.length).toBeGreaterThan(2);
  const listeners = added.mock.calls.map(([, listener]) => listener);
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(listeners);
});
