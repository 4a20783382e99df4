import type { IContent } from '@palimpsest/core-types';
import { findRoleProblems, indexExchanges, safeCuts } from '@palimpsest/history';
import { restateLostDirectives } from '../../../engine/src/directives/restate-lost-directives.ts';
import { pinDirectives } from '../../../engine/src/directives/keep-directives.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { say, story, textOf } from './demanding.ts';

const request = { estimateTokens: countTokensByCharacters };
const long = (demand: string): IContent => say('human', `${story(1)}\n${demand}\n\n${story(2)}`);

test('returns `undefined` when no directive is lost', async () => {
  const before = [long('Never push.'), say('ai', 'Yes.'), long('Thank you.')];
  expect(await restateLostDirectives(before, before.slice(0, 2), request)).toBeUndefined();
});

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
  const [entry] = noted!.history;
  expect(textOf(entry!).split('\n').slice(1)).toEqual([
    '- Only touch a.ts.',
    '- Never push.',
    '- You must run the tests.',
  ]);
  expect(noted).toMatchObject({
    note: { entry, at: 0, tokens: countTokensByCharacters([entry!]) },
    provenance: [{ sources: [0, 1, 2, 3], reason: 'notice' }, ...provenance],
    leftOut: 0,
  });
});

test('without room for one directive, keeps the history and counts the lost directives', async () => {
  const before = [long('Never push. Only touch a.ts.'), say('ai', 'Yes.')];
  const after = before.slice(1);
  const noted = await restateLostDirectives(before, after, { ...request, maxTokens: 5 });
  expect(noted).toEqual({ history: after, leftOut: 2 });
  expect(noted!.history).toBe(after);
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
  expect(noted!.note!.at).toBe(2);
  const cuts = safeCuts(indexExchanges(noted!.history));
  expect([1, 2, 3].every((at) => cuts.isSafe(at))).toBe(true);
});

const talk = [
  say('human', 'Go.'),
  say('ai', 'Yes.'),
  long('Never push.'),
  say('ai', 'I see.'),
  say('human', 'Well?'),
  say('ai', 'Done.'),
];

test.each([
  ['before a turn of the user, with a mark behind it', [0, 1, 4, 5], ['human', 'ai', 'note', '…']],
  ['behind a turn of the user, with a mark before it', [0, 3, 4, 5], ['human', '…', 'note', 'ai']],
  ['between turns of the model, alone', [0, 1, 3, 4, 5], ['human', 'ai', 'note', 'ai']],
  ['at the beginning, with a mark behind it', [4, 5], ['note', '…', 'human', 'ai']],
  ['at the end, with a mark before it', [0], ['human', '…', 'note']],
])('a note keeps the turns of user and model: %s', async (_where, kept, expected) => {
  const after = kept.map((at) => talk[at]!);
  const provenance = kept.map((at) => ({ sources: [at], reason: 'kept' as const }));
  const noted = await restateLostDirectives(talk, after, { ...request, provenance });
  const { history: made, note } = noted!;
  const shown = made.map((entry) => {
    if (entry === note!.entry) return 'note';
    return after.includes(entry) ? entry.speaker : textOf(entry);
  });
  expect(shown.slice(0, expected.length)).toEqual(expected);
  expect([...findRoleProblems(made)]).toEqual([]);
  expect(made[note!.at]).toBe(note!.entry);
  const added = made.filter((entry) => !after.includes(entry));
  expect(note!.tokens).toBe(countTokensByCharacters(added));
  expect(noted!.provenance).toEqual(
    made.map((entry) => {
      const sources = entry === note!.entry ? [2] : [];
      const from = after.indexOf(entry);
      return from < 0 ? { sources, reason: 'notice' } : provenance[from];
    }),
  );
});

test('does not restate a truncated sentence whose full text is still present', async () => {
  const note = say('human', 'Rules:\n- Never push to the branch of the customers.');
  const before = [note, long('Never push to the branch of…'), say('ai', 'Yes.')];
  expect(await restateLostDirectives(before, [note, before[2]!], request)).toBeUndefined();
});

test('restates the same rules from a note that lost its metadata', async () => {
  const last = say('ai', 'Yes.');
  const rules = long(
    'You must not:\n- touch the schema\n- rename a column\n\nOnly change:\n- src/billing',
  );
  const first = await restateLostDirectives([rules, last], [last], request);
  const bare = say('human', textOf(first!.history[0]!));
  const second = await restateLostDirectives([bare, last], [last], request);
  expect(textOf(bare)).toContain('- (only) src/billing');
  expect(second!.history[0]).toEqual(first!.history[0]);
});

test('does not restate or pin directives from a summary', async () => {
  const summary = {
    ...long('You must run the script of the page.'),
    metadata: { isSummary: true },
  };
  const short = { ...say('human', 'You must run it.'), metadata: { isSummary: true } };
  const last = say('ai', 'Yes.');
  expect(await restateLostDirectives([summary, last], [last], request)).toBeUndefined();
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
