import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSchedule } from '../src/compaction-schedule.ts';

test('a compaction is due at its share of the window', () => {
  const schedule = createSchedule({ trigger: 0.5, target: 0.2 });
  expect(schedule.isDue(499, 1_000)).toBe(false);
  expect(schedule.isDue(500, 1_000)).toBe(true);
  expect(schedule.targetOf(1_000)).toBe(200);
});

test('a missed target delays the next compaction, but never to the end of the window', () => {
  const window = 1_000;
  const tokens = fc.integer({ min: 0, max: 1_200 });
  const isDue = fc.property(tokens, tokens, (remaining, used) => {
    const schedule = createSchedule();
    schedule.record(remaining, window);
    return schedule.isDue(used, window) === used >= Math.max(700, Math.min(remaining + 100, 950));
  });
  expect(fc.check(isDue)).toMatchObject({ failed: false });
});

test('rejects shares outside their bounds', () => {
  expect(() => createSchedule({ trigger: 1 })).toThrow('trigger: expected a number greater than 0');
  expect(() => createSchedule({ trigger: 0.5, target: 0.6 })).toThrow('target: expected');
  expect(() => createSchedule({ trigger: Number.NaN })).toThrow('trigger: expected');
});
