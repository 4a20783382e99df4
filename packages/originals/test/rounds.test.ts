import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, lines, roundsArbitrary, roundsOf, throughJson, type Round } from './rounds.ts';

/** One conversation, kept and compressed round by round. */
interface Course {
  /** Everything that was ever said. */
  readonly said: unknown[];
  /** What the host holds. */
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
  // Two notes for all: what a compression writes is rarely unlike what another wrote.
  let count = course.said.length;
  const after = compress(course.now, steps, () => {
    count += 1;
    return { role: 'user', content: `[note ${count % 2}]` };
  });
  if (after.length === 0) return;
  await originals.keep(course.now, after);
  course.now = host(after);
}

test('after any rounds, a history comes back byte for byte', async () => {
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

test('also where a host stores it as JSON in between, with members in its own order', async () => {
  await fc.assert(
    fc.asyncProperty(roundsArbitrary, async (rounds) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      const course: Course = { said: [], now: [] };
      for (const round of rounds) await go(originals, course, round, throughJson);
      const { messages } = await originals.restore(course.now);
      // JSON makes 0 of -0; what is kept is -0 still.
      expect(throughJson(messages)).toEqual(throughJson(course.said));
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('also where hardly one message is unlike another', async () => {
  await fc.assert(
    fc.asyncProperty(roundsOf(fc.constantFrom('a', 'b')), async (rounds) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      const course: Course = { said: [], now: [] };
      for (const round of rounds) await go(originals, course, round);
      expect((await originals.restore(course.now)).messages).toEqual(course.said);
    }),
    { numRuns: 1_000 },
  );
}, 60_000);

test('messages that no compression replaced stay the same objects', async () => {
  await fc.assert(
    fc.asyncProperty(roundsArbitrary, async (rounds) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      const course: Course = { said: [], now: [] };
      for (const round of rounds) await go(originals, course, round);
      const { messages, restored } = await originals.restore(course.now);
      const given = new Set(course.now);
      const kept = messages.filter((message) => given.has(message));
      expect(kept.length).toBe(messages.length - restored);
    }),
    { numRuns: 100 },
  );
}, 60_000);

test('many conversations of one session never mix', async () => {
  const conversations = fc.array(roundsArbitrary, { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(conversations, async (all) => {
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      // They all begin with the same words; what follows tells them apart, as it does in life.
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

test('what was compressed from the originals is not taken for the output of a compression it looks like', async () => {
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
