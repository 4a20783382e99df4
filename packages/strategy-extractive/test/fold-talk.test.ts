import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reloaded, textsOf } from './compressed.ts';

/** Talk in turns too short for a summary, most of them too short for a mark of their own. */
function chat(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) built.human(`Is it ${turn}?`).ai(`Yes, ${turn}.`);
  return built.build();
}

const lengthOf = (entries: readonly IContent[]): number =>
  entries.flatMap(textsOf).reduce((sum, { length }) => sum + length, 0);

test('short turns go behind one mark, oldest first, and no more of them than must', async () => {
  const before = chat(20);
  const targetTokens = Math.floor(countTokensByCharacters(before) / 2);
  const result = await compress(before, { targetTokens });
  if (result.kind === 'noop') throw new Error(result.reason);
  const [mark, ...rest] = result.newHistory;
  const gone = before.slice(0, before.length - rest.length);
  expect(rest).toEqual(before.slice(gone.length));
  expect(mark).toEqual({
    speaker: 'human',
    blocks: [{ type: 'text', text: `[truncated — ${lengthOf(gone)} chars]` }],
  });
  expect(result.metadata.provenance?.[0]).toEqual({ sources: [...gone.keys()], reason: 'summary' });
  expect(result.metadata.dropped).toEqual({ truncatedTexts: gone.length });
  // A turn of each goes at a time: the mark is a person's, so the model speaks behind it.
  expect(rest[0]!.speaker).toBe('ai');
  const oneMore = [mark!, ...before.slice(gone.length - 2)];
  expect(countTokensByCharacters(oneMore)).toBeGreaterThan(targetTokens);
});

test('no result is cut to less than a paragraph while there is talk to go', async () => {
  const output = 'const answer = 42;\n'.repeat(25);
  const tool = history().call('query', {}).result(output).build();
  const before = [...chat(20), ...tool, ...chat(2)];
  const targetTokens = countTokensByCharacters(before) - 300;
  const after = await compressed(before, { targetTokens });
  const [result] = after.filter(({ speaker }) => speaker === 'tool').flatMap(textsOf);
  expect(result).toBe(output);
  expect(after.length).toBeLessThan(before.length);
});

test('calls, pins and references part the runs', async () => {
  const [pinned] = history().human('Never deploy on Fridays.').build();
  const [reference] = history().human('[dup of read_file a.ts below — 999 chars]').build();
  const call = history().call('look', {}).result('ok').build();
  const walls: IContent[] = [...call, { ...pinned!, metadata: { pinned: true } }, reference!];
  const before = walls.flatMap((wall) => (wall === call[1] ? [wall] : [...chat(3), wall]));
  const after = await compressed([...before, ...chat(2)]);
  const folded = after.map((entry) =>
    textsOf(entry)[0]?.startsWith('[truncated') ? 'mark' : entry,
  );
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
  const once = reloaded(await compressed(half));
  const after = await compressed([...once, ...talk.slice(40)]);
  expect(after.slice(1)).toEqual(talk.slice(-5));
  expect(textsOf(after[0]!)).toEqual([`[truncated — ${lengthOf(talk.slice(0, -5))} chars]`]);
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
  const result = await compress([...look('one'), ...run, ...rest]);
  if (result.kind === 'noop') throw new Error(result.reason);
  const after = result.newHistory;
  // What is left of the run behind its mark follows the mark as it followed what the mark stands for.
  const last = run.findLastIndex(({ speaker }) => speaker === role);
  const folded = run.slice(0, last + 1);
  expect(after[2]).toEqual({
    speaker: role,
    blocks: [{ type: 'text', text: `[truncated — ${lengthOf(folded)} chars]` }],
  });
  expect(after.slice(3)).toEqual([...run.slice(last + 1), ...rest]);
  expect(result.metadata.provenance?.[2]).toEqual({
    sources: folded.map((_, at) => at + 2),
    reason: 'summary',
  });
});

test('what a dropped thought parted folds at once: compressing again changes nothing', async () => {
  const thought: IContent = { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] };
  const before = [
    ...history()
      .ai('The pool holds 12 connections. '.repeat(8))
      .human('Please review the retry policy. '.repeat(16))
      .build(),
    thought,
    ...history()
      .human('Please check the timeout. '.repeat(6))
      .human('Please check the driver. '.repeat(6))
      .human('Now deploy.')
      .build(),
  ];
  const given = { targetTokens: 0, options: { settings: { recencyWindow: 0 } } };
  const after = await compressed(before, given);
  expect(after.map(({ speaker }) => speaker)).toEqual(['ai', 'human', 'ai', 'human']);
  expect((await compress(after, given)).kind).toBe('noop');
});
