import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reloaded, textsOf } from './compressed.ts';

/** The first request is never changed. */
const start = history().human('Look at it.').build();

/** Messages too short for a summary, most of them too short for a marker of their own. */
function chat(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built.human(`Is it number ${turn}, or not?`).ai(`Yes, it is ${turn}.`);
  }
  return built.build();
}

const lengthOf = (entries: readonly IContent[]): number =>
  entries.flatMap(textsOf).reduce((sum, { length }) => sum + length, 0);

test('merges short messages into one marker, oldest first, and no more than needed', async () => {
  const talk = chat(20).slice(1);
  const before = [...start, ...talk];
  const targetTokens = Math.floor(countTokensByCharacters(before) / 2);
  const result = await compress(before, { targetTokens });
  if (result.kind === 'noop') throw new Error(result.reason);
  const [first, marker, ...rest] = result.newHistory;
  expect(first).toBe(before[0]);
  const removed = talk.slice(0, talk.length - rest.length);
  expect(rest).toEqual(talk.slice(removed.length));
  expect(marker).toEqual({
    speaker: 'ai',
    blocks: [{ type: 'text', text: `[truncated — ${lengthOf(removed)} chars]` }],
  });
  expect(result.metadata.provenance?.[1]).toEqual({
    sources: removed.map((_, at) => at + 1),
    reason: 'summary',
  });
  expect(result.metadata.dropped).toEqual({ truncatedTexts: removed.length });
  // One message of each role is merged at a time. The marker is a model entry, so a user message follows it.
  expect(rest[0]!.speaker).toBe('human');
  const oneMore = [first!, marker!, ...talk.slice(removed.length - 2)];
  expect(countTokensByCharacters(oneMore)).toBeGreaterThan(targetTokens);
});

test('pinned entries and references separate the runs', async () => {
  const [pinned] = history().human('Never deploy on Fridays.').build();
  const [reference] = history().human('[dup of read_file a.ts below — 999 chars]').build();
  const walls: IContent[] = [{ ...pinned!, metadata: { pinned: true } }, reference!];
  const before = walls.flatMap((wall) => [...chat(3), wall]);
  const after = await compressed([...start, ...before, ...chat(2)]);
  const folded = after
    .slice(1)
    .map((entry) => (textsOf(entry)[0]?.startsWith('[truncated') ? 'mark' : entry));
  const left = chat(3).at(-1);
  expect(folded.slice(0, -4)).toEqual(
    [
      ['mark', left, walls[0]],
      ['mark', left, reference],
    ].flat(),
  );
});

test('a marker includes what earlier markers represented', async () => {
  const talk = chat(40);
  const half = talk.slice(0, 40);
  const once = reloaded(await compressed([...start, ...half]));
  const after = await compressed([...once, ...talk.slice(40)]);
  expect(after.slice(2)).toEqual(talk.slice(-3));
  expect(textsOf(after[1]!)).toEqual([`[truncated — ${lengthOf(talk.slice(0, -3))} chars]`]);
});

const look = (id: string): IContent[] => history().call('look', {}, { id }).result('ok').build();

test.each([
  ['human', 8],
  ['ai', 9],
] as const)(
  'a run ends with the role that it begins with: %s, %d messages',
  async (role, length) => {
    const run = chat(5).slice(role === 'human' ? 0 : 1);
    run.length = length;
    const isAsked = run.at(-1)!.speaker === 'human';
    const rest = [...(isAsked ? look('two') : []), ...chat(2)];
    const result = await compress([...start, ...look('one'), ...run, ...rest], {
      pinned: (entry) => rest.includes(entry),
    });
    if (result.kind === 'noop') throw new Error(result.reason);
    const after = result.newHistory.slice(1);
    // The rest of the run follows the marker, so the roles still alternate.
    const last = run.findLastIndex(({ speaker }) => speaker === role);
    const folded = run.slice(0, last + 1);
    expect(after[2]).toEqual({
      speaker: role,
      blocks: [{ type: 'text', text: `[truncated — ${lengthOf(folded)} chars]` }],
    });
    expect(after.slice(3)).toEqual([...run.slice(last + 1), ...rest]);
    expect(result.metadata.provenance?.[3]).toEqual({
      sources: folded.map((_, at) => at + 3),
      reason: 'summary',
    });
  },
);
