import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionKey } from '../src/session-name.ts';
import { contents, say, talk } from './conversation.ts';

/** Creates a session with two compressions. Returns its store, records, first input and last output. */
async function example() {
  const store = memoryOriginals();
  const originals = await openOriginals(store, { session: 's' });
  const first = talk(1, 6);
  const one = [say('[1-3]'), ...first.slice(3)];
  await originals.keep(first, one, { metadata: new Map([[0, { synthetic: true }]]) });
  const two = [one[0]!, say('[4-5]'), first[5]!];
  await originals.keep(one, two, { conversation: 'c' });
  const records = await store.records(sessionKey('s'));
  return { store, records, first, output: two };
}

test('restores without an error, whatever the manifest contains', async () => {
  const { store, records, output } = await example();
  const parsed = records.map((text) => JSON.parse(text) as Record<string, unknown>);
  const members = [...new Set(parsed.flatMap((record) => Object.keys(record)))];
  const hostile = fc.record({
    base: fc.constantFrom(...parsed),
    key: fc.constantFrom(...members, '__proto__'),
    value: fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...parsed.flatMap((record) => Object.values(record))),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 4 }), async (changes) => {
      const given = changes.map(({ base, key, value }) =>
        JSON.stringify(Object.fromEntries([...Object.entries(base), [key, value]])),
      );
      const originals = await openOriginals({ ...store, records: () => given }, { session: 's' });
      expect(originals.damaged + originals.list().length).toBeLessThanOrEqual(given.length);
      const { messages } = await originals.restore(output);
      expect(messages.length).toBeGreaterThan(0);
      await originals.keep(output, [say('[again]')]);
    }),
    { numRuns: 500 },
  );
});

test('restores from the remaining records when one is damaged', async () => {
  const { store, records, first, output } = await example();
  const originals = await openOriginals(
    { ...store, records: () => [records[0]!.slice(0, 50), records[1]!] },
    { session: 's' },
  );
  expect(originals.damaged).toBe(1);
  const { messages, damaged } = await originals.restore(output);
  expect(contents(messages)).toEqual(['[1-3]', ...contents(first.slice(3))]);
  expect(damaged).toBe(1);
});
