import { expect, test } from 'vitest';
import { explainUnit } from '../../src/ranking/explain-unit.ts';
import { rank } from '../ranked.ts';
import { session } from '../sessions.ts';

test('explains a selected unit by its highest-scoring term and the roles that mention it', () => {
  const { reader, passages } = session([
    { role: 'user', text: 'Mind the tariffTable.' },
    { role: 'arguments', text: 'tariffTable', isKept: true, message: 1 },
    {
      role: 'result',
      text: 'export const retryLimit = 5;\nnothing here at all\nnothing here at all',
      message: 1,
    },
  ]);
  const ranking = rank(passages, { reader, budget: 1_000, messages: 4 });
  // The unit with `retryLimit`, which occurs only in the tool result.
  const unit = ranking.unitIndex.firstUnit[2]!;
  expect(explainUnit(ranking, reader.vocabulary, unit)).toEqual({
    place: 0,
    density: ranking.scoresPerCharacter[unit],
    atom: { text: 'retryLimit', kind: 'camel' },
    mentionedBy: ['tool'],
    messagesAgo: 3,
    inDefinition: true,
  });
});

test('explains a unit by roles without a term if its line scored higher, and by nothing if it only fills the budget', () => {
  const { reader, passages } = session([
    { role: 'text', text: 'and then it was all over, at last' },
    { role: 'result', text: '--- --- --- --- ---', message: 3 },
  ]);
  const ranking = rank(passages, { reader, budget: 1_000 });
  expect(explainUnit(ranking, reader.vocabulary, 0)).toMatchObject({
    mentionedBy: ['model'],
    messagesAgo: 4,
  });
  expect(explainUnit(ranking, reader.vocabulary, 0)!.atom).toBeUndefined();
  expect(explainUnit(ranking, reader.vocabulary, 1)).toEqual({
    place: 1,
    density: 0,
    mentionedBy: [],
    messagesAgo: 1,
    inDefinition: false,
  });
});

test('returns undefined for units that are not selected and for required units', () => {
  const { reader, passages } = session([
    { role: 'text', text: 'one saveSession\ntwo loadSession', requiredUnits: [0] },
  ]);
  const ranking = rank(passages, { reader, budget: 0 });
  expect([0, 1].map((unit) => explainUnit(ranking, reader.vocabulary, unit))).toEqual([
    undefined,
    undefined,
  ]);
});
