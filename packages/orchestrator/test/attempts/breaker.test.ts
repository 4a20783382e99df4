import { OptionError } from '@palimpsest/core-types';
import { createBreaker } from '@palimpsest/orchestrator';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('starts a cool-down after the set number of consecutive failures, for any sequence of outcomes', () => {
  const turns = fc.array(fc.record({ wait: fc.nat(200), fails: fc.boolean() }), { maxLength: 30 });
  fc.assert(
    fc.property(turns, fc.integer({ min: 1, max: 4 }), (happened, failures) => {
      let time = 5;
      const options = { failures, coolDownMs: 100, now: () => time };
      let breaker = createBreaker(options);
      let [count, last] = [0, 0];
      for (const { wait, fails } of happened) {
        time += wait;
        const left = count >= failures ? Math.max(0, last + 100 - time) : 0;
        expect(breaker.remainingMs()).toBe(left);
        if (fails) breaker.failed();
        else breaker.succeeded();
        [count, last] = fails ? [count + 1, time] : [0, 0];
        breaker = createBreaker(options, JSON.parse(JSON.stringify(breaker)));
      }
    }),
  );
});

test('ends the cool-down when the clock is set back', () => {
  let time = 1_000_000;
  const breaker = createBreaker({ failures: 1, now: () => time });
  breaker.failed();
  expect(breaker.remainingMs()).toBe(60_000);
  time = 5;
  expect(breaker.remainingMs()).toBe(0);
});

test.each([
  [undefined, 'failures', { failures: 0 }],
  [undefined, 'coolDownMs', { coolDownMs: -1 }],
  [7, 'json', {}],
  [{ kind: 'other' }, 'json.kind', {}],
  [{ kind: 'palimpsest.breaker', format: 2 }, 'json.format', {}],
  [{ kind: 'palimpsest.breaker', format: 1, failures: -1 }, 'json.failures', {}],
  [{ kind: 'palimpsest.breaker', format: 1, failures: 1 }, 'json.lastFailureAt', {}],
])('what cannot be meant is refused: %j (%s)', (json, option, options) => {
  const open = (): unknown => createBreaker(options, json);
  expect(open).toThrow(OptionError);
  expect(open).toThrow(new RegExp(`^${option}: expected .+, got .+\\.$`));
});
