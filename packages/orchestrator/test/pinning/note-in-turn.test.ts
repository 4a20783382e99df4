import type { IContent } from '@palimpsest/core-types';
import { findRoleProblems } from '@palimpsest/history';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { isDirectivesNote } from '../../../engine/src/directives/directives-note.ts';
import { withDirectives } from '../../../engine/src/directives/keep-directives.ts';
import { separateNote } from '../../../engine/src/directives/restate-lost-directives.ts';
import { conversation, WITHOUT_MODEL } from './demanding.ts';
import { BINDING_DEMANDS } from './demands.ts';

const before = conversation(BINDING_DEMANDS, true);
const targets = [0.5, 0.25, 0.1].map((share) =>
  Math.floor(countTokensByCharacters(before) * share),
);
const reloaded = (entries: readonly IContent[]): IContent[] =>
  JSON.parse(JSON.stringify(entries)) as IContent[];

test('user and assistant messages alternate in the test conversation', () => {
  expect([...findRoleProblems(before)]).toEqual([]);
});

test.each(WITHOUT_MODEL)(
  '%s keeps the role order around its note, is idempotent, and its result can be restored',
  async (_name, make) => {
    const strategy = withDirectives(make());
    let notes = 0;
    for (const targetTokens of targets) {
      const result = await strategy.compress(testContext(before, { targetTokens }));
      const after = result.kind === 'applied' ? result.newHistory : before;
      notes += after.filter(isDirectivesNote).length;
      expect([...findRoleProblems(after)]).toEqual([]);
      const again = await strategy.compress(testContext(after, { targetTokens }));
      expect(again.kind === 'applied' ? again.newHistory : after).toEqual(after);
      const originals = await openOriginals(memoryOriginals(), { session: 'notes' });
      await originals.keep(before, after, { strategy: strategy.name });
      const { messages } = await originals.restore(reloaded(after));
      expect(JSON.stringify(messages)).toBe(JSON.stringify(before));
    }
    expect(notes).toBeGreaterThan(0);
  },
);

test('between a result and a user message, inserts the note first, then an assistant marker', () => {
  const after = history()
    .human('Review it.')
    .call('skill', { name: 'review' })
    .result('Launching.')
    .human('# Review Command')
    .build();
  const note: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Rules: none.' }] };
  const { length } = after;
  const way = separateNote(after, { at: length - 1, note, before: after });
  expect(way.map(({ speaker }) => speaker)).toEqual(['human', 'ai']);
});

const withCalls = (turns: ReturnType<typeof history>): IContent[] =>
  turns.call('read', { path: 'a.ts' }).result('Not found.').human('And this picture?').build();

test('a note before calls keeps plain turns alternating, even if model messages were adjacent before', () => {
  const given = withCalls(history().human('Go on.').ai('Done.').human('Never push.').ai('Noted.'));
  const after = withCalls(history().human('Go on.').ai('…3'));
  const note: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Rules: none.' }] };
  const way = separateNote(after, { at: 2, note, before: given });
  expect(way.map(({ speaker }) => speaker)).toEqual(['human', 'ai']);
});
