import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reloaded, textsOf } from './compressed.ts';

/** The first request stays as it is. */
const start = history().human('Look at it.').build();

/** Talk in turns too short for a summary, most of them too short for a mark of their own. */
function chat(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built.human(`Is it number ${turn}, or not?`).ai(`Yes, it is ${turn}.`);
  }
  return built.build();
}

const lengthOf = (entries: readonly IContent[]): number =>
  entries.flatMap(textsOf).reduce((sum, { length }) => sum + length, 0);

test('short turns go behind one mark, oldest first, and no more of them than must', async () => {
  const talk = chat(20).slice(1);
  const before = [...start, ...talk];
  const targetTokens = Math.floor(countTokensByCharacters(before) / 2);
  const result = await compress(before, { targetTokens });
  if (result.kind === 'noop') throw new Error(result.reason);
  const [first, mark, ...rest] = result.newHistory;
  expect(first).toBe(before[0]);
  const gone = talk.slice(0, talk.length - rest.length);
  expect(rest).toEqual(talk.slice(gone.length));
  expect(mark).toEqual({
    speaker: 'ai',
    blocks: [{ type: 'text', text: `[truncated — ${lengthOf(gone)} chars]` }],
  });
  expect(result.metadata.provenance?.[1]).toEqual({
    sources: gone.map((_, at) => at + 1),
    reason: 'summary',
  });
  expect(result.metadata.dropped).toEqual({ truncatedTexts: gone.length });
  // A turn of each goes at a time: the mark is the model's, so a person speaks behind it.
  expect(rest[0]!.speaker).toBe('human');
  const oneMore = [first!, mark!, ...talk.slice(gone.length - 2)];
  expect(countTokensByCharacters(oneMore)).toBeGreaterThan(targetTokens);
});

test('no talk goes while there is a result to cut', async () => {
  const output = 'const answer = 42;\n'.repeat(25);
  const tool = history().call('query', {}).result(output).build();
  const before = [...start, ...chat(20), ...tool, ...chat(2)];
  const targetTokens = countTokensByCharacters(before) - 90;
  const after = await compressed(before, { targetTokens });
  const [result] = after.filter(({ speaker }) => speaker === 'tool').flatMap(textsOf);
  expect(result).toBe('[query: success, 25 lines]');
  expect(after.filter((entry) => before.includes(entry))).toHaveLength(before.length - 1);
});

test('calls, pins and references part the runs', async () => {
  const [pinned] = history().human('Never deploy on Fridays.').build();
  const [reference] = history().human('[dup of read_file a.ts below — 999 chars]').build();
  const call = history().call('look', {}).result('ok').build();
  const walls: IContent[] = [...call, { ...pinned!, metadata: { pinned: true } }, reference!];
  const before = walls.flatMap((wall) => (wall === call[1] ? [wall] : [...chat(3), wall]));
  const after = await compressed([...start, ...before, ...chat(2)]);
  const folded = after
    .slice(1)
    .map((entry) => (textsOf(entry)[0]?.startsWith('[truncated') ? 'mark' : entry));
  const left = chat(3).at(-1);
  expect(folded.slice(0, -4)).toEqual(
    [
      ['mark', left, ...call],
      ['mark', left, walls[2]],
      ['mark', left, reference],
    ].flat(),
  );
});

test('a mark stands for what earlier marks stood for', async () => {
  const talk = chat(40);
  const half = talk.slice(0, 40);
  const once = reloaded(await compressed([...start, ...half]));
  const after = await compressed([...once, ...talk.slice(40)]);
  expect(after.slice(2)).toEqual(talk.slice(-5));
  expect(textsOf(after[1]!)).toEqual([`[truncated — ${lengthOf(talk.slice(0, -5))} chars]`]);
});

test('no mark is longer than what it would stand for', async () => {
  const before = history().human('Yes?').ai('No.').human('So?').ai('So.').human('Hm?').build();
  const result = await compress(before, {
    estimateTokens: (entries) => entries.length,
    options: { settings: { recencyWindow: 0 } },
  });
  expect(result).toMatchObject({ kind: 'noop', reason: 'nothing-removable' });
});

const look = (id: string): IContent[] => history().call('look', {}, { id }).result('ok').build();

test.each([
  ['human', 8],
  ['human', 9],
  ['ai', 8],
  ['ai', 9],
] as const)('a run ends in the role in which it begins: %s, of %d turns', async (role, length) => {
  const run = chat(5).slice(role === 'human' ? 0 : 1);
  run.length = length;
  const isAsked = run.at(-1)!.speaker === 'human';
  const rest = [...(isAsked ? look('two') : []), ...chat(2)];
  const result = await compress([...start, ...look('one'), ...run, ...rest]);
  if (result.kind === 'noop') throw new Error(result.reason);
  const after = result.newHistory.slice(1);
  // What is left of the run behind its mark follows the mark as it followed what the mark stands for.
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
});

test('what a dropped thought parted folds at once: compressing again changes nothing', async () => {
  const thought: IContent = { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] };
  const before = [
    ...start,
    ...history()
      .ai('The pool holds 12 connections. '.repeat(8))
      .human('We looked at the retry policy. '.repeat(16))
      .build(),
    thought,
    ...history()
      .human('We looked at the timeout. '.repeat(6))
      .human('We looked at the driver. '.repeat(6))
      .human('Now deploy.')
      .build(),
  ];
  const given = { targetTokens: 0, options: { settings: { recencyWindow: 0 } } };
  const after = await compressed(before, given);
  expect(after.map(({ speaker }) => speaker)).toEqual(['human', 'ai', 'human', 'ai', 'human']);
  expect((await compress(after, given)).kind).toBe('noop');
});
