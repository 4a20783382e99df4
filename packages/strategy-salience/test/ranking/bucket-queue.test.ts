import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBucketQueue } from '../../src/ranking/bucket-queue.ts';

const MEMBERS = 12;
const LEVELS = 6;

const steps = fc.array(
  fc.oneof(
    fc.record({ member: fc.nat(MEMBERS - 1), level: fc.integer({ min: -1, max: LEVELS + 2 }) }),
    fc.constant('take' as const),
  ),
  { maxLength: 80 },
);

test('returns the last-added member of the highest level, as a sorted list would', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const queue = createBucketQueue(MEMBERS, LEVELS);
      let list: { member: number; level: number }[] = [];
      const taken: [number, number][] = [];
      const expected: [number, number][] = [];
      let last = -1;
      for (const step of all) {
        if (step === 'take') {
          const highest = Math.max(...list.map(({ level }) => level));
          const next = list.findLast(({ level }) => level === highest);
          list = list.filter((each) => each !== next);
          if (next !== undefined) last = next.level;
          expected.push([next?.member ?? -1, last]);
          taken.push([queue.take(), queue.level]);
        } else {
          list = list.filter(({ member }) => member !== step.member);
          if (step.level >= 0) list.push({ ...step, level: Math.min(step.level, LEVELS - 1) });
          queue.put(step.member, step.level);
        }
      }
      expect(taken).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
