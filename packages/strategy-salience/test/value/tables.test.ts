import { expect, test } from 'vitest';
import { TERM_FEATURES, featureTables, LINE_FEATURES } from '../../src/rank.ts';
import { session } from '../sessions.ts';

const { reader, passages } = session([
  { role: 'system', text: 'Never call dropTables.' },
  { role: 'user', text: 'Please look at TariffTable before anything else.' },
  { role: 'arguments', text: 'TariffTable', namesFile: true },
  {
    role: 'result',
    text: 'export class TariffTable { of: 1 }\nreturn TariffTable; // as it was\nzone-7f3a21',
    namesFile: true,
  },
]);
const tables = featureTables(passages, { reader, messages: 6 });
const term = (name: string) => tables.terms.find(({ text }) => text === name)!;
const named = (names: readonly string[], features: Float64Array): Record<string, number> =>
  Object.fromEntries(names.map((name, at) => [name, features[at]!]));

test('describes a term by its roles, frequency, age and form', () => {
  const { kind, isShown, features } = term('TariffTable');
  expect({ kind, isShown }).toEqual({ kind: 'camel', isShown: false });
  expect(features).toHaveLength(TERM_FEATURES.length);
  const { topic, ...known } = named(TERM_FEATURES, features);
  expect(known).toEqual({
    bias: 1,
    logAge: 2,
    logMessages: Math.log2(3),
    logUnits: 2,
    inUserText: 1,
    inText: 0,
    inArguments: 1,
    inDefinition: 1,
    withFile: 1,
    capital: 1,
    smallResult: 6 / 4,
  });
  expect(topic).toBeGreaterThan(1);
});

test('marks terms that occur only in tool results', () => {
  const { kind, isShown, features } = term('zone-7f3a21');
  expect({ kind, isShown }).toEqual({ kind: 'kebab', isShown: true });
  expect(named(TERM_FEATURES, features)).toMatchObject({
    topic: 0,
    capital: 0,
    inDefinition: 0,
    withFile: 1,
  });
});

test('has no row for a term that occurs only in system text', () => {
  expect(tables.terms.map(({ text }) => text)).not.toContain('dropTables');
});

test('has a row with features for each long enough line outside system text', () => {
  expect(tables.lines.map(({ text }) => text)).toEqual([
    'Please look at TariffTable before anything else.',
    'export class TariffTable { of: 1 }',
    'return TariffTable; // as it was',
  ]);
  expect(named(LINE_FEATURES, tables.lines[1]!.features)).toEqual({
    bias: 1,
    logAge: 2,
    logMessages: 0,
    inUserText: 0,
    inArguments: 0,
    inReasoning: 0,
    inResult: 1,
    withFile: 1,
  });
});

test('splits strings in arguments into their lines', () => {
  const path = '/harbour/office/cranes/north.ts';
  const code =
    'const first = openGate(one);\n  const second = openGate(two);\nreturn first + second;';
  const { reader: own, passages: said } = session([
    { role: 'arguments', text: JSON.stringify({ path, code, note: 'short' }) },
  ]);
  const { lines } = featureTables(said, { reader: own, messages: 1 });
  expect(lines.map(({ text }) => text)).toEqual([
    `path: ${path}`,
    'const first = openGate(one);',
    'const second = openGate(two);',
    'return first + second;',
  ]);
});
