import { createStrategy } from '@palimpsest/engine';
import { EmptySummaryError, UnknownStrategyError } from '@palimpsest/core-types';
import { compressWithRetry, createBreaker } from '@palimpsest/orchestrator';
import type { CompressionEvent } from '../../src/attempts/outcome.ts';
import { highDensity } from '@palimpsest/strategy-high-density';
import { expect, test } from 'vitest';
import { applied, context, noop, options, overloaded, refused, scripted } from './setup.ts';

const truncation = () => scripted('top-down-truncation', applied());

test('retries transient errors: three attempts in total, after 2 s and 4 s (REQ-CR-003)', async () => {
  const flaky = scripted('one-shot', overloaded(), overloaded(), applied());
  const given = options([flaky, truncation()]);
  const outcome = await compressWithRetry(context(), given);
  expect(outcome).toMatchObject({ kind: 'applied', strategy: 'one-shot', reason: 'compressed' });
  expect(outcome.attempts.map(({ error }) => error === undefined)).toEqual([false, false, true]);
  expect(given.slept).toEqual([2_000, 4_000]);
});

test('limits growing, randomized waits to 10 s', async () => {
  const down = scripted('one-shot', overloaded());
  const given = options([down, truncation()], { retries: 4, random: () => 0.5 });
  await compressWithRetry(context(), given);
  expect(given.slept).toEqual([3_000, 6_000, 10_000, 10_000]);
});

test('waits as long as the provider asks, even if the wait is in a nested error cause', async () => {
  const outer = new Error('failed', { cause: new Error('inner', { cause: overloaded(700) }) });
  const given = options([scripted('one-shot', outer, applied()), truncation()]);
  expect(await compressWithRetry(context(), given)).toMatchObject({ kind: 'applied' });
  expect(given.slept).toEqual([700]);
});

test('does not retry when the provider asks for a longer wait than accepted', async () => {
  const busy = scripted('one-shot', overloaded(90_000));
  const given = options([busy], { fallback: false });
  expect(await compressWithRetry(context(), given)).toMatchObject({
    kind: 'failed',
    reason: 'asked-to-wait',
    attempts: [{ strategy: 'one-shot' }],
  });
  expect(given.slept).toEqual([]);
});

test.each([
  ['retries that are used up', overloaded(), 3],
  ['a wait that is too long', overloaded(90_000), 1],
  ['an empty summary', new EmptySummaryError('one-shot'), 1],
])('%s lead to the fallback, with the same context (REQ-CR-004)', async (_what, error, tries) => {
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
  expect(fallback.contexts[0]).toBe(asked);
});

test('fails at once after a permanent error, without the fallback', async () => {
  const [failing, fallback] = [scripted('one-shot', refused()), truncation()];
  const outcome = await compressWithRetry(context(), options([failing, fallback]));
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'permanent', strategy: 'one-shot' });
  expect([failing.contexts.length, fallback.contexts.length]).toEqual([1, 0]);
});

test('reports both causes when the fallback fails too', async () => {
  const [first, second] = [overloaded(), refused()];
  const outcome = await compressWithRetry(
    context(),
    options([scripted('one-shot', first), scripted('top-down-truncation', second)]),
  );
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'fallback-failed' });
  expect(outcome.kind === 'failed' && (outcome.cause as AggregateError).errors).toEqual([
    first,
    second,
  ]);
});

test('does not use a strategy as its own fallback', async () => {
  const only = scripted('top-down-truncation', overloaded());
  const outcome = await compressWithRetry(context(), options([only]));
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'retries-used-up' });
  expect(only.contexts).toHaveLength(3);
});

test.each(['too-few-compressible', 'shrunk-below-minimum'] as const)(
  'middle-out that finds %s hands over to one-shot, once',
  async (reason) => {
    const strategies = [scripted('middle-out', noop(reason)), scripted('one-shot', noop(reason))];
    const reRoutes = {
      'middle-out': { [reason]: 'one-shot' },
      'one-shot': { [reason]: 'middle-out' },
    };
    for (const routes of [{}, { reRoutes }]) {
      const outcome = await compressWithRetry(
        context(),
        options(strategies, { fallback: false, ...routes }),
      );
      expect(outcome).toMatchObject({ kind: 'noop', reason, strategy: 'one-shot' });
      expect(outcome.attempts.map(({ strategy }) => strategy)).toEqual(['middle-out', 'one-shot']);
    }
  },
);

test('retries a re-routed strategy, then falls back, as for the first strategy', async () => {
  const strategies = [
    scripted('middle-out', noop('too-few-compressible')),
    scripted('one-shot', overloaded()),
    truncation(),
  ];
  const outcome = await compressWithRetry(context(), options(strategies));
  expect(outcome.attempts.map(({ strategy }) => strategy)).toEqual([
    'middle-out',
    'one-shot',
    'one-shot',
    'one-shot',
    'top-down-truncation',
  ]);
  expect(outcome).toMatchObject({ kind: 'applied', reason: 'fallback' });
});

test('returns a no-op when no re-route exists for its reason or the re-route is not registered', async () => {
  const idle = scripted('middle-out', noop('already-under-target'));
  const one = scripted('one-shot', applied());
  expect(
    await compressWithRetry(context(), options([idle, one], { fallback: false })),
  ).toMatchObject({ kind: 'noop', reason: 'already-under-target', strategy: 'middle-out' });
  const short = scripted('middle-out', noop('too-few-compressible'));
  expect(await compressWithRetry(context(), options([short], { fallback: false }))).toMatchObject({
    kind: 'noop',
    strategy: 'middle-out',
  });
  expect(one.contexts).toHaveLength(0);
});

test('ignores inherited object properties such as `constructor` as re-routes', async () => {
  const odd = scripted('constructor', noop('no-gain'));
  const outcome = await compressWithRetry(context(), options([odd], { fallback: false }));
  expect(outcome).toMatchObject({ kind: 'noop', strategy: 'constructor' });
});

test.each([
  [100, 96, true],
  [100, 95, false],
  [0, 0, false],
])('%i tokens that became %i: ineffective is %s', async (before, after, ineffective) => {
  const strategy = scripted('one-shot', applied(before, after));
  const outcome = await compressWithRetry(context(), options([strategy], { fallback: false }));
  expect(outcome).toMatchObject({ kind: 'applied', ineffective });
});

test('measures the savings when the strategy reports no token counts', async () => {
  const { tokensBefore: _b, tokensAfter: _a, ...metadata } = applied().metadata;
  const result = { ...applied(), metadata } as ReturnType<typeof applied>;
  const asked = context({ estimateTokens: (entries) => 1_000 + entries.length });
  const given = options([scripted('one-shot', result)], { fallback: false });
  expect(await compressWithRetry(asked, given)).toMatchObject({ ineffective: true });
});

test('fails permanently when a result is malformed or has an empty history', async () => {
  const lost = { ...applied(), newHistory: [] } as ReturnType<typeof applied>;
  for (const answer of [undefined, { kind: 'done' }, { kind: 'applied' }, lost]) {
    const odd = scripted('odd', async () => answer as never);
    const outcome = await compressWithRetry(context(), options([odd], { fallback: false }));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'permanent' });
  }
});

test('returns a failed outcome with the thrown value as its cause, whatever its type', async () => {
  for (const thrown of ['overloaded', undefined, null, 7, new TypeError('x is not a function')]) {
    const odd = scripted('odd', () => Promise.reject(thrown));
    const outcome = await compressWithRetry(context(), options([odd], { fallback: false }));
    expect(outcome).toMatchObject({ kind: 'failed', cause: thrown });
    expect(odd.contexts).toHaveLength(thrown === 'overloaded' ? 3 : 1);
  }
});

test('rejects an unregistered strategy or fallback before any attempt', async () => {
  const one = scripted('one-shot', applied());
  const unknown = options([one], { name: 'one-shoot' });
  await expect(compressWithRetry(context(), unknown)).rejects.toThrow(UnknownStrategyError);
  await expect(compressWithRetry(context(), options([one]))).rejects.toThrow('top-down-truncation');
  expect(one.contexts).toHaveLength(0);
});

test.each(['retries', 'minDelayMs', 'maxDelayMs', 'maxRetryAfterMs'])(
  '%s that cannot be meant is refused',
  async (name) => {
    const given = options([truncation()], { [name]: Number.NaN });
    await expect(compressWithRetry(context(), given)).rejects.toThrow(name);
  },
);

test('emits events in order, and a failing listener does not affect the outcome', async () => {
  const events: CompressionEvent[] = [];
  const strategies = [
    scripted('middle-out', noop('too-few-compressible')),
    scripted('one-shot', overloaded()),
    truncation(),
  ];
  const onEvent = (event: CompressionEvent): Promise<never> => {
    events.push(event);
    if (events.length % 2 === 0) throw new Error('sync');
    return Promise.reject(new Error('async'));
  };
  const outcome = await compressWithRetry(context(), options(strategies, { onEvent, retries: 1 }));
  expect(outcome.kind).toBe('applied');
  expect(events.map(({ kind }) => kind)).toEqual([
    're-routed',
    'attempt-failed',
    'waiting',
    'attempt-failed',
    'fell-back',
  ]);
});

test('compresses effectively with the high-density strategy', async () => {
  const text = 'a line of output\n'.repeat(400);
  const { history } = await import('@palimpsest/testing');
  const entries = history().human('Look.').call('read_file', { path: 'a.ts' }).result(text);
  const full = entries.ai('Seen.').human('Go on.').ai('Done.').build();
  const given = options([createStrategy(highDensity)], { fallback: false });
  const asked = { ...context({ targetTokens: 200 }), history: full };
  expect(await compressWithRetry(asked, given)).toMatchObject({
    kind: 'applied',
    ineffective: false,
  });
});

test('skips the strategy for 60 s after three failures, unless `bypassBreaker` is set', async () => {
  let time = 1_000;
  const breaker = createBreaker({ now: () => time });
  const down = scripted('one-shot', refused());
  const once = async (more = {}) =>
    await compressWithRetry(context(), options([down], { fallback: false, breaker, ...more }));
  for (let turn = 0; turn < 3; turn += 1) expect((await once()).kind).toBe('failed');
  expect(await once()).toEqual({
    kind: 'skipped',
    strategy: 'one-shot',
    attempts: [],
    reason: 'cooling-down',
    remainingMs: 60_000,
  });
  expect(down.contexts).toHaveLength(3);
  expect((await once({ bypassBreaker: true })).kind).toBe('failed');
  time += 59_999;
  expect((await once()).kind).toBe('skipped');
  time += 1;
  expect((await once()).kind).toBe('failed');
  expect((await once()).kind).toBe('skipped');
});

test('resets the failure count after a success, also of the fallback (REQ-CR-005), but not after a no-op', async () => {
  const breaker = createBreaker({ failures: 2, now: () => 0 });
  const turn = async (...strategies: Parameters<typeof options>[0]) =>
    await compressWithRetry(context(), options(strategies, { breaker }));
  await turn(scripted('one-shot', refused()), truncation());
  await turn(scripted('one-shot', noop('no-gain')), truncation());
  expect(breaker.toJSON().failures).toBe(1);
  await turn(scripted('one-shot', overloaded()), truncation());
  expect(breaker.toJSON().failures).toBe(0);
  const idle = scripted('top-down-truncation', noop('already-under-target'));
  expect(await turn(scripted('one-shot', overloaded()), idle)).toMatchObject({ kind: 'noop' });
  expect(breaker.toJSON().failures).toBe(1);
});
