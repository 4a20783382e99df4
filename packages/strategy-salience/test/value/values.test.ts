import { expect, test } from 'vitest';
import type { Ranking } from '../../src/ranking/rank.ts';
import { DEFAULT_WEIGHTS } from '../../src/value/weights.ts';
import { rank } from '../ranked.ts';
import { session, type Spoken } from '../sessions.ts';

/** Returns the index of the passage that is selected first. */
function first(
  texts: readonly Spoken[],
  options: { messages?: number; lineShare?: number } = {},
): number {
  const { reader, passages } = session(texts);
  const { unitIndex, order } = rank(passages, { reader, budget: 10_000, ...options });
  return unitIndex.passageOf[order[0]!]!;
}

/** Returns the value of each term by its text. */
function values(texts: readonly Spoken[], messages?: number): Record<string, number> {
  const { reader, passages } = session(texts);
  const ranking: Ranking = rank(passages, {
    reader,
    budget: 0,
    ...(messages === undefined ? {} : { messages }),
  });
  return Object.fromEntries(
    [...ranking.unitIndex.termNames].map((name, term) => [
      reader.vocabulary.text(name),
      ranking.termValues[term]!,
    ]),
  );
}

test('a term in arguments scores higher than a term that occurs only in a result', () => {
  const { saveSession, loadSession } = values([
    { role: 'arguments', text: 'saveSession', message: 5 },
    { role: 'result', text: 'loadSession', message: 5 },
  ]);
  expect(saveSession).toBeGreaterThan(loadSession!);
});

test('a newer term scores higher than an older one', () => {
  for (const role of ['text', 'result'] as const) {
    const { olderName, newerName } = values(
      [
        { role, text: 'olderName', message: 80 },
        { role, text: 'newerName', message: 98 },
      ],
      100,
    );
    expect(newerName).toBeGreaterThan(olderName!);
  }
});

test('an id scores higher than a hyphenated term or a number', () => {
  for (const role of ['text', 'result'] as const) {
    const found = values([{ role, text: 'a1b2c3d4 some-words-here 123456' }]);
    expect(found['a1b2c3d4']).toBeGreaterThan(found['some-words-here']!);
    expect(found['a1b2c3d4']).toBeGreaterThan(found['123456']!);
  }
});

test('a term scores higher when the user mentions a word of its name', () => {
  const { tariffTable, parcelTable } = values([
    { role: 'user', text: 'It is about the tariff alone.' },
    { role: 'result', text: 'tariffTable', message: 1 },
    { role: 'result', text: 'parcelTable', message: 1 },
  ]);
  expect(tariffTable).toBeGreaterThan(parcelTable!);
});

test('a term in system text only scores 0, and a plain word scores `weights.plain`', () => {
  const found = values([
    { role: 'system', text: 'Never call dropTables.' },
    { role: 'text', text: 'certainly' },
  ]);
  expect(found['dropTables']).toBe(0);
  expect(found['certainly']).toBe(DEFAULT_WEIGHTS.plain);
});

const said = (role: 'arguments' | 'user'): Spoken[] => [
  { role: 'result', text: 'tariffTable of the month', message: 0 },
  { role, text: 'it is as long as it is, and so on', message: 0 },
];

test('a whole line scores in addition to its terms, according to `lineShare`', () => {
  expect(first(said('arguments'), { lineShare: 0 })).toBe(0);
  expect(first(said('arguments'), { lineShare: 10 })).toBe(1);
  expect(first(said('user'), { lineShare: 0 })).toBe(0);
  expect(first(said('user'), { lineShare: 100 })).toBe(1);
});

test('uses custom weights', () => {
  const { reader, passages } = session([
    { role: 'result', text: 'some-words-here and', message: 0 },
    { role: 'result', text: 'a1b2c3d4 and more', message: 0 },
  ]);
  const { shown } = DEFAULT_WEIGHTS;
  const weights = {
    ...DEFAULT_WEIGHTS,
    shown: { ...shown, kinds: { ...shown.kinds, kebab: 9, id: -9 } },
  };
  expect([...rank(passages, { reader, budget: 1_000, weights }).order]).toEqual([0, 1]);
  expect([...rank(passages, { reader, budget: 1_000 }).order]).toEqual([1, 0]);
});

test('of two lines beside a kept one, the better comes first', () => {
  const lines = ['harbour', 'mountain'].flatMap((word) =>
    Array.from({ length: 60 }, (_, at) => `${word}Gate${at} is at rest`),
  );
  const { reader, passages } = session([
    { role: 'result', text: lines.join('\n'), message: 0 },
    { role: 'user', text: 'It is about the harbour alone.', message: 1 },
  ]);
  const { order } = rank(passages, { reader, budget: 5_000, messages: 4 });
  const best = [...order].filter((unit) => unit < lines.length).slice(0, 60);
  expect(best.filter((unit) => lines[unit]!.startsWith('mountain'))).toEqual([]);
});
