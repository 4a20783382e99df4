import { expect, test } from 'vitest';
import { createTextParser, DEFAULT_WEIGHTS, rank, type Passage } from '../../src/rank.ts';
import type { Role } from '../../src/ranking/passage.ts';

const FINDING = 'The gate opens too late because the tariff of the zone was never loaded.';
const LOG = 'the gate of the zone opened again after the usual time and closed behind the crane';

/** Returns the role of the unit that is selected first: of the given text or of a tool result. */
function firstOf(
  said: string,
  { role = 'text', prose }: { readonly role?: Role; readonly prose?: number } = {},
): string {
  const reader = createTextParser();
  const passages: Passage[] = [
    { role: 'result', message: 0, reading: reader.parseLines(LOG) },
    { role, message: 1, reading: reader.readProse(said) },
  ];
  const options = prose === undefined ? {} : { prose };
  const { order, board } = rank(passages, { reader, budget: 1_000, messages: 30, ...options });
  return passages[board.passageOf[order[0]!]!]!.role;
}

const sentence = (at: number): string =>
  `Zone ${at} of the harbour is slow because the tariff was loaded late by worker ${at}.`;

test('a sentence of the model is selected before a line that only a tool result contains', () => {
  expect(firstOf(FINDING)).toBe('text');
});

test.each([
  ['I will look at the gate and read the tariff of the zone.'],
  ['Good. Now let me check the tariff of the zone and the gate again.'],
])('an announcement gets no sentence boost: %s', (announcement) => {
  const without = { ...DEFAULT_WEIGHTS, boosts: { ...DEFAULT_WEIGHTS.boosts, sentence: 0 } };
  const densityOf = (weights: typeof without): number => {
    const reader = createTextParser();
    const last = announcement.replace('Good. ', '');
    const passages: Passage[] = [{ role: 'text', message: 0, reading: reader.readProse(last) }];
    const { scoresPerCharacter, order } = rank(passages, {
      reader,
      budget: 1_000,
      weights,
    });
    return scoresPerCharacter[order[0]!]!;
  };
  expect(densityOf(DEFAULT_WEIGHTS)).toBe(densityOf(without));
});

test('only sentences within the prose budget get the sentence boost', () => {
  const reader = createTextParser();
  const passages: Passage[] = Array.from({ length: 20 }, (_, at) => ({
    role: 'text',
    message: at,
    reading: reader.readProse(sentence(at)),
  }));
  const dense = (prose: number): number => {
    const { order, scoresPerCharacter } = rank(passages, {
      reader,
      budget: 5_000,
      prose,
    });
    return order.filter((unit) => scoresPerCharacter[unit]! > 0.0008).length;
  };
  expect(dense(Number.POSITIVE_INFINITY)).toBe(20);
  expect(dense(200)).toBe(3);
});

test('sentences of the user need no prose budget', () => {
  expect(firstOf(FINDING, { role: 'user', prose: 0 })).toBe('user');
});
