import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ranking } from '../../src/ranking/rank.ts';
import { rank } from '../ranked.ts';
import { render } from '../../src/rendering/render.ts';
import { LINE, TRIVIAL, UNIT_SIZE } from '../../src/reading/parsed-text.ts';
import { agentSession, session, type Session, type Spoken } from '../sessions.ts';
import { anyText } from '../texts.ts';
import { NOT_SELECTED } from '../../src/ranking/select-units.ts';

const ranked = ({ passages, reader }: Session, budget: number): Ranking =>
  rank(passages, { reader, budget });

/** The rendered text of each passage. */
function shown({ passages }: Session, { unitIndex, selectionRanks, order }: Ranking): string[] {
  return passages.map(({ parsed }, index) =>
    render(parsed, (unit) => selectionRanks[unitIndex.firstUnit[index]! + unit]! < order.length),
  );
}

const roles = fc.constantFrom(
  'user' as const,
  'text' as const,
  'arguments' as const,
  'result' as const,
  'reasoning' as const,
  'system' as const,
);
const spoken: fc.Arbitrary<Spoken[]> = fc.array(
  fc.record({
    role: roles,
    text: anyText,
    isKept: fc.boolean(),
    isExhausted: fc.boolean(),
    namesFile: fc.boolean(),
    costPerCharacter: fc.constantFrom(0.3, 1, 2),
    requiredUnits: fc.constantFrom([], [0]),
  }),
  { maxLength: 8 },
);
const anyBudget = fc.oneof(fc.integer({ min: 0, max: 600 }), fc.constant(Number.POSITIVE_INFINITY));

test('selects units within the budget, at most once, and not from kept, exhausted or system passages', () => {
  fc.assert(
    fc.property(spoken, anyBudget, (texts, budget) => {
      const { unitIndex, order, costs, selectionRanks } = ranked(session(texts), budget);
      expect(costs.at(-1) ?? 0).toBeLessThanOrEqual(budget);
      expect([...costs]).toEqual([...costs].toSorted((a, b) => a - b));
      expect(new Set(order).size).toBe(order.length);
      expect([...order].map((unit) => selectionRanks[unit])).toEqual([...order.keys()]);
      const rest = [...selectionRanks].filter((place) => place === -1 || place === NOT_SELECTED);
      expect(rest).toHaveLength(unitIndex.units - order.length);
      for (const unit of order) {
        const { isKept, isExhausted, role } = unitIndex.passages[unitIndex.passageOf[unit]!]!;
        expect([isKept, isExhausted, role === 'system']).toEqual([false, false, false]);
        expect(unitIndex.shapeOf[unit]! & TRIVIAL).toBe(0);
      }
    }),
  );
});

test('adds nothing to the required units when the budget is too small for any other unit', () => {
  const talk = session([
    { role: 'text', text: 'saveSession failed\nloadSession worked', requiredUnits: [1] },
    { role: 'result', text: 'other lines of some length\nand another one' },
  ]);
  for (const budget of [0, -1, 3]) {
    const ranking = ranked(talk, budget);
    expect([...ranking.order]).toEqual([]);
    expect([...ranking.selectionRanks]).toEqual([NOT_SELECTED, -1, NOT_SELECTED, NOT_SELECTED]);
    expect(shown(talk, ranking)[0]).toBe('…1\nloadSession worked');
  }
});

test('returns every text unchanged when the budget is unlimited', () => {
  const talk = agentSession(60);
  expect(shown(talk, ranked(talk, Number.POSITIVE_INFINITY))).toEqual(
    talk.passages.map(({ parsed }) => parsed.source),
  );
});

test('a smaller budget selects the same units in the same order until one no longer fits', () => {
  const talk = agentSession(70);
  fc.assert(
    fc.property(fc.nat(20_000), (budget) => {
      const all = ranked(talk, Number.POSITIVE_INFINITY);
      const some = ranked(talk, budget);
      const beyond = all.costs.findIndex((cost) => cost > budget);
      expect(beyond).toBeGreaterThanOrEqual(0);
      const common = Math.min(beyond, some.order.length);
      expect(some.order.slice(0, common)).toEqual(all.order.slice(0, common));
      expect(some.order.length).toBeGreaterThanOrEqual(beyond - 1);
    }),
    { numRuns: 40 },
  );
});

test('ranking does not mutate the parsed texts, and gives the same order when repeated', () => {
  const talk = agentSession(100);
  const readings = structuredClone(talk.passages.map(({ parsed }) => parsed));
  const first = ranked(talk, 5_000);
  expect(talk.passages.map(({ parsed }) => parsed)).toEqual(readings);
  expect(ranked(talk, 5_000).order).toEqual(first.order);
});

test('selects the same units for equal sessions', () => {
  const [first, second] = [agentSession(100), agentSession(100)].map((talk) => ranked(talk, 5_000));
  expect(first!.order).toEqual(second!.order);
  expect(first!.costs).toEqual(second!.costs);
});

test('selects each distinct line before any duplicate', () => {
  const repeated = 'const retryLimit = readSetting("MAX_RETRIES");';
  const talk = session([
    { role: 'result', text: [repeated, 'one line more about tariffTable', repeated].join('\n') },
    { role: 'result', text: [repeated, 'and a line more about zoneTable', repeated].join('\n') },
  ]);
  const { order, unitIndex } = ranked(talk, Number.POSITIVE_INFINITY);
  const lines = [...order].map((unit) => unitIndex.lineOf[unit]);
  expect(new Set(lines.slice(0, 3)).size).toBe(3);
  expect(order).toHaveLength(6);
});

test('does not select a line that kept, system or required text already covers', () => {
  const line = 'const retryLimit = readSetting("MAX_RETRIES");';
  const budget = line.length + 12;
  const other = 'the tariffTable was read from somewhere else';
  for (const said of [{ isKept: true }, { role: 'system' as const }, { requiredUnits: [0] }]) {
    const talk = session([
      { role: 'text', text: line, ...said },
      { role: 'result', text: `${line}\n${'-'.repeat(30)}\n${other}` },
    ]);
    expect(shown(talk, ranked(talk, budget))[1]).toContain('tariffTable');
    expect(shown(talk, ranked(talk, budget))[1]).not.toContain('retryLimit');
  }
});

test('selects nothing from an exhausted passage, and does not count its terms as covered', () => {
  const line = 'const retryLimit = readSetting("MAX_RETRIES");';
  const talk = session([
    { role: 'text', text: line, isExhausted: true },
    { role: 'result', text: line },
  ]);
  expect(shown(talk, ranked(talk, 500))).toEqual(['…1', line]);
});

test.each([
  [4, 0],
  [0.25, 1],
])(
  'when the second text costs %f times as much per character, text %i is selected first',
  (rate, place) => {
    const talk = session([
      { role: 'result', text: 'the tariffTable was read from readTariff()', message: 0 },
      {
        role: 'result',
        text: 'the parcelTable was read from readParcel()',
        message: 0,
        costPerCharacter: rate,
      },
    ]);
    expect(ranked(talk, 1_000).order[0]).toBe(place);
  },
);

const perUnit = (talk: Session, share = 0.25): number => {
  const characters = talk.passages.reduce((sum, { parsed }) => sum + parsed.source.length, 0);
  const { evaluations, unitIndex } = ranked(talk, characters * share);
  return evaluations / unitIndex.units;
};

test('the work per unit stays bounded as the history grows', { timeout: 300_000 }, () => {
  const [small, middle, large] = [250, 1_000, 4_000].map((messages) =>
    perUnit(agentSession(messages)),
  );
  expect(middle! / small!).toBeLessThan(1.5);
  expect(large! / small!).toBeLessThan(1.5);
  expect(large!).toBeLessThan(4);
});

const numbered = (line: string, count: number): string =>
  Array.from({ length: count }, (_, at) => line.replace('#', `${at}`)).join('\n');

const usual = perUnit(agentSession(500));

test.each<[string, () => string]>([
  ['one line of a million characters', () => 'x'.repeat(1_000_000)],
  ['one line of many words', () => numbered('saveSession# ', 50_000).replaceAll('\n', '')],
  ['blank lines', () => '\n'.repeat(200_000)],
  ['lines of one letter', () => 'a\n'.repeat(200_000)],
  ['a million brackets', () => '{'.repeat(1_000_000)],
  ['deep JSON', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  [
    'deep JSON that is read',
    () => `${'[{"name":"saveSession"},'.repeat(90)}1${']'.repeat(90)}`.repeat(1),
  ],
  ['equal lines', () => 'the session was saved by saveSession()\n'.repeat(100_000)],
  [
    'lines that share all names but one',
    () => numbered('saveSession loadSession mergeLedger checkZone item#item', 30_000),
  ],
  ['joiners', () => './:-@~+#'.repeat(60_000)],
  ['a list of many small items', () => `[${'[],'.repeat(100_000)}[]]`],
  ['a long key', () => `{"${'k'.repeat(500_000)}":1,"other":${'1'.repeat(200_000)}}`],
  ['letters without spaces', () => '会話を保存'.repeat(20_000)],
])(
  'the work per unit for %s stays below three times the usual',
  { timeout: 300_000 },
  (_, text) => {
    const talk = session([
      { role: 'result', text: text() },
      { role: 'text', text: text() },
    ]);
    expect(perUnit(talk)).toBeLessThan(3 * usual);
    expect(shown(talk, ranked(talk, 1_000)).join('').length).toBeLessThan(8_000);
  },
);

test('prefers lines that edits wrote to lines of the same form, and those to lines that edits replaced', () => {
  const text = Array.from({ length: 9 }, (_, at) => `the gate of row ${at} is open`).join('\n');
  const given = session([{ role: 'result', text }]);
  const lines = given.passages[0]!.parsed;
  const idOf = (unit: number): number => lines.units[unit * UNIT_SIZE + LINE]!;
  const edited = { replaced: new Set([idOf(8)]), written: new Set([idOf(3)]) };
  const { reader, passages } = given;
  const { order } = rank(passages, { reader, budget: Number.POSITIVE_INFINITY, edited });
  expect(order[0]).toBe(3);
  expect(order.indexOf(8)).toBeGreaterThan(6);
  const without = rank(passages, { reader, budget: Number.POSITIVE_INFINITY });
  expect(without.order[0]).not.toBe(3);
});
