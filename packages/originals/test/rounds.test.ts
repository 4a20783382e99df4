import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, lines, roundsArbitrary, throughJson, type Round } from './rounds.ts';

/** One conversation, saved and compressed in rounds. */
interface Course {
  /** All messages so far, uncompressed. */
  readonly said: unknown[];
  /** The messages that the host holds now. */
  now: unknown[];
}

async function go(
  originals: Originals,
  course: Course,
  { appended, steps }: Round<unknown>,
  host: (messages: unknown[]) => unknown[] = (messages) => messages,
): Promise<void> {
  for (const message of appended) {
    course.said.push(message);
    course.now.push(message);
  }
  // Only two different markers: outputs of different compressions often look alike.
  let count = course.said.length;
  const after = compress(course.now, steps, () => {
    count += 1;
    return { role: 'user', content: `[note ${count % 2}]` };
  });
  if (after.length === 0) return;
  await originals.keep(course.now, after);
  course.now = host(after);
}

test('restores a history byte for byte after any rounds', async () => {
  await fc.assert(
    fc.asyncProperty(roundsArbitrary, async (rounds) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      const course: Course = { said: [], now: [] };
      for (const round of rounds) await go(originals, course, round);
      const { messages, missing, ambiguous } = await originals.restore(course.now);
      expect(lines(messages)).toEqual(lines(course.said));
      expect([missing, ambiguous]).toEqual([[], []]);
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('restores a history that the host stored as JSON with another member order', async () => {
  await fc.assert(
    fc.asyncProperty(roundsArbitrary, async (rounds) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      const course: Course = { said: [], now: [] };
      for (const round of rounds) await go(originals, course, round, throughJson);
      const { messages } = await originals.restore(course.now);
      // JSON turns -0 into 0; the saved message still has -0.
      expect(throughJson(messages)).toEqual(throughJson(course.said));
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('keeps the conversations of one session separate', async () => {
  const conversations = fc.array(roundsArbitrary, { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(conversations, async (all) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      // All start with the same system message; the next message differs, as in practice.
      const courses = all.map((_, index): Course => {
        const opening = [
          { role: 'system', content: 'You help.' },
          { role: 'user', content: index },
        ];
        return { said: [...opening], now: opening };
      });
      for (let round = 0; round < 8; round += 1) {
        for (const [index, course] of courses.entries()) {
          const { appended = [], steps = [] } = all[index]![round] ?? {};
          const [system, topic, ...rest] = course.now;
          const before = [system, topic, ...rest, ...appended];
          course.said.push(...appended);
          const after = compress(before.slice(2), steps, () => ({
            role: 'user',
            content: '[note]',
          }));
          course.now = [system, topic, ...after];
          await originals.keep(before, course.now);
        }
      }
      for (const { said, now } of courses) {
        const { messages, ambiguous } = await originals.restore(now);
        expect(lines(messages)).toEqual(lines(said));
        expect(ambiguous).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('does not take a compression of the originals for the output of a similar earlier one', async () => {
  const said = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((content) => ({
    role: 'user',
    content: `${content} was said`,
  }));
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  const without = (at: number): unknown[] => said.with(at, { role: 'user', content: '…1' });
  await originals.keep(said, without(1), { fromOriginals: true });
  const more = [...said, { role: 'user', content: 'i was said' }];
  const after = more
    .with(2, { role: 'user', content: '…1' })
    .with(4, { role: 'user', content: '…1' });
  await originals.keep(more, after, { fromOriginals: true });
  const restored = await originals.restore(after);
  expect(restored.messages).toEqual(more);
  expect(restored).toMatchObject({ rounds: 1, missing: [], ambiguous: [] });
  expect((await originals.restore(without(1))).messages).toEqual(said);
});
