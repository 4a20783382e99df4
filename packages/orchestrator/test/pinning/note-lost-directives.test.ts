import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { restateLostDirectives } from '../../../engine/src/strategy/directives/directives-note.ts';
import { pinDirectives } from '../../../engine/src/strategy/directives/keep-directives.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { say, story, textOf } from './demanding.ts';

const request = { estimateTokens: countTokensByCharacters };
const long = (demand: string): IContent => say('human', `${story(1)}\n${demand}\n\n${story(2)}`);

test('restates each directive once, ordered by last mention, with all its messages as sources', async () => {
  const before = [
    long('Never push.'),
    long('Only touch a.ts.'),
    long('Never push.'),
    long('You must run the tests.'),
    say('ai', 'Yes.'),
  ];
  const provenance = [{ sources: [4], reason: 'kept' as const }];
  const noted = await restateLostDirectives(before, before.slice(4), { ...request, provenance });
  const [entry] = noted.history;
  expect(textOf(entry!).split('\n').slice(1)).toEqual([
    '- Only touch a.ts.',
    '- Never push.',
    '- You must run the tests.',
  ]);
  expect(noted).toMatchObject({
    noteTokens: countTokensByCharacters([entry!]),
    provenance: [{ sources: [0, 1, 2, 3], reason: 'notice' }, ...provenance],
    leftOut: 0,
  });
});

test('inserts the note between exchanges, never inside one', async () => {
  const before = history()
    .human('Go.')
    .call('read_file', { path: 'a.ts' })
    .entry(long('Never push.'))
    .result('text')
    .ai('Done.')
    .build();
  const after = before.filter((_, at) => at !== 2);
  const noted = await restateLostDirectives(before, after, request);
  expect(textOf(noted.history[2]!)).toContain('Never push.');
  const cuts = safeCuts(indexExchanges(noted.history));
  expect([1, 2, 3].every((at) => cuts.isSafe(at))).toBe(true);
});

test('does not restate or pin directives from a summary', async () => {
  const summary = {
    ...long('You must run the script of the page.'),
    metadata: { isSummary: true },
  };
  const short = { ...say('human', 'You must run it.'), metadata: { isSummary: true } };
  const last = say('ai', 'Yes.');
  const restated = await restateLostDirectives([summary, last], [last], request);
  expect(restated).toEqual({ history: [last], leftOut: 0 });
  expect(pinDirectives()(short)).toBe(false);
});

test('pins short text-only user messages with a directive of a chosen level, and what the caller pins', () => {
  const isPinned = pinDirectives((entry) => textOf(entry) === 'mine');
  const demand = say('human', 'Never push.');
  expect(isPinned(demand)).toBe(true);
  expect(isPinned(say('human', `Never push. ${'a'.repeat(1_988)}`))).toBe(true);
  expect(isPinned(say('ai', 'mine'))).toBe(true);
  const picture = {
    type: 'media',
    mimeType: 'image/png',
    data: 'aGk=',
    encoding: 'base64',
  } as const;
  for (const other of [
    say('human', 'Thanks, that looks fine.'),
    say('human', 'I prefer tabs.'),
    say('human', `Never push. ${'a'.repeat(1_989)}`),
    say('ai', 'Never push.'),
    { ...demand, metadata: { synthetic: true } },
    { ...demand, blocks: [...demand.blocks, picture] },
  ]) {
    expect(isPinned(other)).toBe(false);
  }
});
