import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEditSchedule, priceEdits, PRICES } from '../../src/index.ts';
import {
  expectedRemainingCalls,
  type EditScheduleState,
  type EditTurn,
  type ScheduleStep,
} from '../../src/economics/edit-schedule.ts';
import { PricingError } from '../../src/economics/call-cost.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Runs a schedule over turns; each turn starts from the state of the previous step. */
function run(
  turns: readonly EditTurn[],
  options: Partial<Parameters<typeof createEditSchedule>[0]> = {},
) {
  const schedule = createEditSchedule({ prices: PRICES.anthropic, ...options });
  let state = schedule.start;
  return turns.map((one) => {
    const step = schedule.next(state, one);
    state = step.state;
    return step;
  });
}

const decisions = (steps: readonly ScheduleStep[]) =>
  steps.map(({ action, reason }) => `${action}: ${reason}`);

/** A request of 100,000 tokens with a limit of 200,000. Its edits save `saved` of the last 60,000 tokens. */
function turn(now: number, saved: number, more: Partial<EditTurn> = {}): EditTurn {
  const edits = {
    prefixTokens: 40_000,
    suffixTokensBefore: 60_000,
    suffixTokensAfter: 60_000 - saved,
    freshTokens: 1_000,
  };
  return { now, tokens: 100_000, limit: 200_000, ...(saved === 0 ? {} : { edits }), ...more };
}

const every = (seconds: number, saved: readonly number[]) =>
  saved.map((tokens, index) => turn(index * seconds * SECOND, tokens));

test('edits wait until they pay together and waiting has cost half of their cost', () => {
  // With 20 expected calls, rewriting costs 5.75 per kept token after the change; each call saves 0.50 per removed token.
  // 20 × 0.5 × saved > 5.75 × (59,000 − saved) holds from about 21,600 on.
  const saved = [0, 8_000, 16_000, 24_000, 25_500, 40_000];
  const steps = run(every(10, saved), { remainingCalls: () => 20 });
  expect(decisions(steps)).toEqual([
    'nothing: no-edits',
    'wait: does-not-pay',
    'wait: does-not-pay',
    'wait: not-yet',
    'wait: not-yet',
    'apply: pays',
  ]);
  // 0.5 × 113,500 unnecessarily sent tokens exceed half of 5.75 × 19,000.
  expect(steps[4]?.state.waited).toBeCloseTo((0.5 * 73_500) / 1e6, 12);
  expect(steps[5]?.price?.cost).toBeCloseTo((5.75 * 19_000) / 1e6, 12);
  expect(steps[5]?.state.waited).toBe(0);
});

test('does not apply edits that save little, even after many turns', () => {
  const steps = run(
    every(
      10,
      Array.from({ length: 50 }, () => 2_000),
    )
      .slice(1)
      .with(0, turn(0, 0)),
  );
  expect(steps.filter(({ action }) => action === 'apply')).toEqual([]);
});

test('applies due edits once the cache is cold', () => {
  const [, warm, cold] = run([turn(0, 0), turn(MINUTE, 2_000), turn(7 * MINUTE, 2_000)]);
  expect(decisions([warm!, cold!])).toEqual(['wait: does-not-pay', 'apply: costs-nothing']);
});

test('applies edits before the first call, because nothing is cached', () => {
  expect(decisions(run([turn(0, 2_000)]))).toEqual(['apply: costs-nothing']);
});

test('applies edits over the limit, even if they do not pay and history must not be rewritten', () => {
  const over = turn(SECOND, 2_000, { limit: 99_999, allowRewrite: false });
  const [, step] = run([turn(0, 0), over]);
  expect(step).toMatchObject({ action: 'apply', reason: 'over-limit' });
  expect(step?.price?.worthwhile).toBe(false);
});

test('edits wait while history must not be rewritten', () => {
  const steps = run([turn(0, 0), turn(SECOND, 58_000, { allowRewrite: false })]);
  expect(decisions(steps)).toEqual(['nothing: no-edits', 'wait: not-now']);
});

const sixty = () => 60;
const hasty = { remainingCalls: sixty, hysteresis: { patience: 0 } };

test('edits wait after recently applied ones, unless they gain twice as much', () => {
  const steps = run(
    every(10, [0, 30_000, 30_000, 57_000, 30_000, 30_000, 30_000, 30_000, 30_000]),
    hasty,
  );
  expect(decisions(steps)).toEqual([
    'nothing: no-edits',
    'apply: pays',
    'wait: too-soon',
    'apply: pays',
    'wait: too-soon',
    'wait: too-soon',
    'wait: too-soon',
    'wait: too-soon',
    'apply: pays',
  ]);
});

test('edits also wait after ones that the limit forced at a loss', () => {
  const over = turn(SECOND, 2_000, { limit: 99_999 });
  const steps = run([turn(0, 0), over, turn(2 * SECOND, 30_000)], hasty);
  expect(steps[1]?.price?.net).toBeLessThan(0);
  expect(decisions(steps).slice(1)).toEqual(['apply: over-limit', 'wait: too-soon']);
});

test('near the limit, worthwhile edits apply at once', () => {
  const near = (now: number) => turn(now, 30_000, { limit: 104_000 });
  const steps = run([turn(0, 0), near(SECOND), near(2 * SECOND)], { remainingCalls: sixty });
  expect(decisions(steps).slice(1)).toEqual(['apply: near-limit', 'apply: near-limit']);
});

test('ignores edits that save nothing', () => {
  const edits = { prefixTokens: 40_000, suffixTokensBefore: 60_000, suffixTokensAfter: 60_000 };
  expect(decisions(run([turn(0, 0, { edits })]))).toEqual(['nothing: no-edits']);
});

test('expects calls to miss the cache when earlier calls came after its TTL', () => {
  const turns = [0, 6, 12].map((minutes) => turn(minutes * MINUTE, 0));
  const schedule = createEditSchedule({ prices: PRICES.anthropic, remainingCalls: () => 10 });
  const state = turns.reduce<EditScheduleState>(
    (last, one) => schedule.next(last, one).state,
    schedule.start,
  );
  const { price } = schedule.next(state, turn(13 * MINUTE, 10_000));
  // The next call reads the cache; the nine later ones write everything.
  const saving = (10_000 * 0.5 + 9 * 10_000 * 6.25) / 1e6;
  expect(price?.saving).toBeCloseTo(saving, 10);
});

test('prices edits with all options and the facts of the turn', () => {
  const schedule = createEditSchedule({
    prices: PRICES.gemini,
    cacheTtl: 'implicit',
    regeneratedShare: 0.5,
    remainingCalls: () => 9,
  });
  const hour = createEditSchedule({ prices: PRICES.anthropic, cacheTtl: '1h' });
  const edits = {
    prefixTokens: 1_000,
    suffixTokensBefore: 5_000,
    suffixTokensAfter: 2_000,
    boundThinkingTokens: 500,
  };
  const known = { now: 2 * MINUTE, tokens: 6_000, limit: 100_000, growthPerCall: 1_000, edits };
  const { state } = schedule.next(schedule.start, turn(0, 0));
  expect(schedule.next(state, known).price).toEqual(
    priceEdits({
      ...edits,
      prices: PRICES.gemini,
      expectedCalls: 9,
      msSinceLastCall: 2 * MINUTE,
      growthPerCall: 1_000,
      regeneratedShare: 0.5,
    }),
  );
  const later = turn(30 * MINUTE, 2_000);
  expect(hour.next(hour.next(hour.start, turn(0, 0)).state, later).reason).toBe('does-not-pay');
});

test('the state is plain JSON, and equal states and turns give equal steps', () => {
  const schedule = createEditSchedule({ prices: PRICES.deepseek });
  const { state } = schedule.next(schedule.start, turn(0, 30_000));
  const restored = JSON.parse(JSON.stringify(state)) as EditScheduleState;
  expect(restored).toEqual(state);
  const later = turn(MINUTE, 30_000);
  expect(schedule.next(restored, later)).toEqual(schedule.next(state, later));
});

const anyTurns = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 8 * MINUTE }),
      prefix: fc.integer({ min: 0, max: 100_000 }),
      suffix: fc.integer({ min: 0, max: 100_000 }),
      keep: fc.double({ min: 0, max: 1, noNaN: true }),
      limit: fc.integer({ min: 50_000, max: 400_000 }),
    }),
    { maxLength: 40 },
  )
  .map((turns) => {
    let now = 0;
    return turns.map(({ gap, prefix, suffix, keep, limit }) => {
      now += gap;
      const suffixTokensAfter = Math.floor(suffix * keep);
      const edits = { prefixTokens: prefix, suffixTokensBefore: suffix, suffixTokensAfter };
      return { now, tokens: prefix + suffix, limit, edits };
    });
  });

const anySetting = fc.record({
  prices: fc.constantFrom(...Object.values(PRICES)),
  calls: fc.integer({ min: 0, max: 10 }),
  growth: fc.double({ min: 1, max: 5, noNaN: true }),
  patience: fc.constantFrom(0, 0.5),
});

test('applies costly edits again within `calls` only for `growth` times the last gain or near the limit', () => {
  fc.assert(
    fc.property(anyTurns, anySetting, (turns, { prices, ...hysteresis }) => {
      const steps = run(turns, { prices, hysteresis, remainingCalls: () => 50 });
      let last: { index: number; net: number } | undefined;
      for (const [index, { action, price }] of steps.entries()) {
        if (action !== 'apply') continue;
        const { tokens, limit } = turns[index]!;
        const isFree = price!.cost === 0 || tokens >= 0.95 * limit;
        const isLate = last === undefined || index - last.index >= hysteresis.calls;
        expect(isFree || isLate || price!.net >= hysteresis.growth * last!.net).toBe(true);
        last = { index, net: price!.net };
      }
    }),
  );
});

test('always applies edits over the limit, and otherwise only those that pay', () => {
  fc.assert(
    fc.property(anyTurns, anySetting, (turns, { prices, ...hysteresis }) => {
      for (const [index, { action, price }] of run(turns, { prices, hysteresis }).entries()) {
        const { tokens, limit } = turns[index]!;
        const isApplied = action === 'apply';
        expect(tokens > limit ? isApplied : !isApplied || price!.net > 0).toBe(true);
      }
    }),
  );
});

test('expects as many further calls as so far, from 2 to 200', () => {
  expect([0, 1, 10, 150, 1_000].map((calls) => expectedRemainingCalls(calls))).toEqual([
    2, 2, 10, 150, 200,
  ]);
  expect(() => expectedRemainingCalls(-1)).toThrow(PricingError);
});

test.each([
  { hysteresis: { calls: -1 } },
  { hysteresis: { patience: Number.NaN } },
  { cacheTtl: '24h' },
  { regeneratedShare: -1 },
])('%o is refused', (wrong) => {
  expect(() => createEditSchedule({ prices: PRICES.anthropic, ...wrong })).toThrow(PricingError);
});

test('rejects an invalid turn with the name of the field', () => {
  const schedule = createEditSchedule({ prices: PRICES.anthropic });
  expect(() => schedule.next(schedule.start, turn(Number.NaN, 0))).toThrow(
    /now: expected .+, got NaN\./,
  );
  expect(() => schedule.next(schedule.start, turn(0, 0, { limit: -1 }))).toThrow(
    /limit: expected .+, got -1\./,
  );
});
