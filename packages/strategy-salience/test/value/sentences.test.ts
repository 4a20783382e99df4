import { expect, test } from 'vitest';
import type { Passage } from '../../src/ranking/unit-index.ts';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import { DEFAULT_WEIGHTS } from '../../src/value/weights.ts';
import { rank } from '../ranked.ts';
import type { Role } from '../../src/ranking/unit-index.ts';

const FINDING = 'The gate opens too late because the tariff of the zone was never loaded.';
const LOG = 'the gate of the zone opened again after the usual time and closed behind the crane';

/** Returns the role of the unit that is selected first: of the given text or of a tool result. */
function firstOf(
  said: string,
  { role = 'text', prose }: { readonly role?: Role; readonly prose?: number } = {},
): string {
  const reader = createTextParser();
  const passages: Passage[] = [
    { role: 'result', message: 0, parsed: reader.parseLines(LOG) },
    { role, message: 1, parsed: reader.readProse(said) },
  ];
  const options = prose === undefined ? {} : { prose };
  const { order, unitIndex } = rank(passages, {
    reader,
    budget: 1_000,
    messages: 30,
    ...options,
  });
  return passages[unitIndex.passageOf[order[0]!]!]!.role;
}

const sentence = (at: number): string =>
  `Zone ${at} of the harbour is slow because the tariff was loaded late by worker ${at}.`;

test('a sentence of the model is selected before a line that only a tool result contains', () => {
  expect(firstOf(FINDING)).toBe('text');
});

const WITHOUT_SENTENCES = {
  ...DEFAULT_WEIGHTS,
  boosts: { ...DEFAULT_WEIGHTS.boosts, sentence: 0 },
};

/** Returns whether a sentence of the model scores higher than its terms and its line do. */
function hasSentenceBoost(said: string): boolean {
  const [boosted, plain] = [DEFAULT_WEIGHTS, WITHOUT_SENTENCES].map((weights) => {
    const reader = createTextParser();
    const passages: Passage[] = [{ role: 'text', message: 0, parsed: reader.readProse(said) }];
    const { scoresPerCharacter, order } = rank(passages, {
      reader,
      budget: 1_000,
      weights,
    });
    return scoresPerCharacter[order[0]!]!;
  });
  return boosted! > plain!;
}

test.each([
  ['an announcement', 'I will look at the gate and read the tariff of the zone.'],
  ['an announcement', 'Now let me check the tariff of the zone and the gate again.'],
  ['a question', 'Would you like to open the gate of the harbour with the old tariff?'],
  ['a question', 'The gate of the harbour opens late (is the tariff of the zone missing?)'],
  ['a Chinese question', '您想用旧的价格打开港口的大门，还是等到新的价格公布以后再打开？'],
  ['a request', 'Please tell me the zone of the harbour, and the tariff that you expect.'],
  ['thanks', 'Great, thank you for the number of the gate and for your patience.'],
  ['an apology', "I'm sorry about the long wait at the gate of the harbour this morning."],
  ['an offer', 'If you need any other tariff of the harbour, I am here to help.'],
  ['a field', '- **Zone of the gate:** northern harbour'],
  ['a numbered field', '2. Opening time of the gate: 09:30'],
  ['a bold field', '**Owner of the gate:** harbour authority'],
])('%s scores no more than its terms: %s', (_, said) => {
  expect(hasSentenceBoost(said)).toBe(false);
});

test.each([
  ['a finding', FINDING],
  ['a condition', 'If the tariff of the zone is missing, the gate of the harbour stays closed.'],
  ['an answer that starts with thanks', 'Thanksgiving closes the gate of the harbour for a day.'],
  ['a note', 'Please note that the gate of the harbour stays closed until noon.'],
  ['an instruction', 'Please turn the gate of the harbour by hand until the tariff is there.'],
  ['a list item', '- The gate of the harbour stays closed until noon'],
  ['a long field', '- **Gate:** it opens late, because the tariff of the zone was never loaded.'],
  ['a question that is quoted', 'The log asks "which zone?" before the gate of the harbour opens.'],
])('%s is a sentence: %s', (_, said) => {
  expect(hasSentenceBoost(said)).toBe(true);
});

test('only sentences within the prose budget get the sentence boost', () => {
  const reader = createTextParser();
  const passages: Passage[] = Array.from({ length: 20 }, (_, at) => ({
    role: 'text',
    message: at,
    parsed: reader.readProse(sentence(at)),
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
