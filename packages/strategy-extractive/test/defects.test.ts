import type { IContent } from '@palimpsest/core-types';
import { personTexts } from '@palimpsest/engine/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, summarized, textsOf } from './compressed.ts';

const filler = 'We talked about lunch for a while, and about the weather. '.repeat(8);

const report = (name: string): string =>
  `The module ${name} was read and looks fine to me. `.repeat(12);

test('results of parallel calls stay results of their calls', async () => {
  const before = history()
    .human('Look at both.')
    .calls(['inspect', { name: 'a' }], ['inspect', { name: 'b' }])
    .result(report('a'))
    .result(report('b'))
    .ai('Fine.')
    .human('And?')
    .ai('Done.')
    .human('Thanks.')
    .build();
  const after = await summarized(before);
  expect(after).toHaveLength(before.length);
  for (const [place, name] of [
    [2, 'a'],
    [3, 'b'],
  ] as const) {
    expect(after[place]!.blocks).toHaveLength(1);
    expect(after[place]!.blocks[0]).toMatchObject({
      callId: `call-${place - 1}`,
      result: expect.stringMatching(new RegExp(`^\\[summary: The module ${name}`)),
    });
  }
});

const isCut = (text: string): boolean => text.startsWith('[truncated') || text.endsWith(' …');

test('the counts match the output, at every target', async () => {
  const built = history();
  for (let turn = 0; turn < 20; turn += 1)
    built.human(`Question ${turn}: ${filler}`).ai(`Answer ${turn}: ${filler}`);
  for (const targetTokens of [4_000, 2_000, 1_000, 0]) {
    const result = await compress(built.build(), { targetTokens });
    if (result.kind === 'noop') throw new Error(result.reason);
    const { summarizedTexts = 0, truncatedTexts = 0, ...others } = result.metadata.dropped ?? {};
    const texts = result.newHistory.flatMap(textsOf);
    const sources = result.metadata.provenance!.map((record) => record.sources.length);
    const behind = result.newHistory.map((entry, at) =>
      textsOf(entry).some(isCut) ? sources[at]! : 0,
    );
    expect(truncatedTexts).toBe(behind.reduce((sum, count) => sum + count, 0));
    expect(summarizedTexts).toBe(texts.filter((text) => text.startsWith('[summary')).length);
    expect(others).toEqual({});
  }
});

test('unchanged entries are the same objects, and truncated entries get no metadata', async () => {
  const before: readonly IContent[] = history()
    .human('Go.')
    .ai(filler.repeat(3))
    .human('One.')
    .ai('Two.')
    .human('Three.')
    .ai('Four.')
    .build();
  const result = await compress(before, { pinned: (entry) => before.indexOf(entry) > 1 });
  if (result.kind === 'noop') throw new Error(result.reason);
  const [first, answer, ...rest] = before;
  expect(result.newHistory[0]).toBe(first);
  expect(textsOf(result.newHistory[1]!)[0]).toMatch(/^\[truncated/);
  expect(Object.keys(result.newHistory[1]!)).not.toContain('native');
  expect(result.newHistory.slice(2).every((entry, at) => entry === rest[at])).toBe(true);
  const cut = await compress([first!, { ...answer!, metadata: { id: 'm' } }, ...rest], {
    options: { classifier: { isHard: () => true } },
  });
  expect(cut.kind === 'applied' && cut.newHistory[1]!.metadata).toEqual({ id: 'm' });
});

test('removes only pasted data from the newest request, however long the request is', async () => {
  const own = Array.from({ length: 40 }, (_, at) => `I looked at gate ${at}, and it is closed.`);
  const built = history()
    .human('Go.')
    .ai('Yes.')
    .human(`${own.join('\n')}\n${'{"a": 1}\n'.repeat(300)}`);
  for (let at = 0; at < 6; at += 1) built.call('look', { at }).result(`gate ${at}`);
  const after = await compressed(built.build(), { targetTokens: 1 });
  const said = JSON.stringify(after);
  for (const line of own) expect(said).toContain(line);
  expect(said).toContain('[truncated');
});

test('never replaces a short user text by a marker, whatever the target is', async () => {
  const task = 'Please make the importer of orders twice as fast, and tell me why.';
  const talk = history().human(task).ai('Right.').call('look').result('ok '.repeat(400));
  const before = talk.human('Hm.').ai('So?').human('Go.').ai('I go.').build();
  for (const targetTokens of [0, 50, 100, 200]) {
    const after = await compressed(before, { targetTokens });
    expect(after[0]).toBe(before[0]);
    expect(after.flatMap(personTexts)).toEqual([task, 'Hm.', 'Go.']);
  }
});
