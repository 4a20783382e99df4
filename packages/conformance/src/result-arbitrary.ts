import fc from 'fast-check';
import { logArbitrary } from './rich/log-arbitrary.ts';
import { richResultArbitrary } from './rich/rich-result-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** Generates tool results: texts, listings, logs, records as objects or as text, and missing ones. */
export function resultArbitrary(): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: textArbitrary() },
    listingArbitrary(),
    logArbitrary(),
    recordsArbitrary(),
    { weight: 3, arbitrary: richResultArbitrary() },
    fc.jsonValue({ maxDepth: 2 }),
    fc.oneof(textArbitrary(), logArbitrary()).map((output) => ({
      output,
      exitCode: output.length % 2,
    })),
    fc.constant(undefined),
    fc.constantFrom<unknown>(...OUTCOMES),
  );
}

/** Outcomes reported without the fields of a tool result that exist for them. */
const OUTCOMES = [
  'File not found: a.ts',
  { status: 'failed', error: { message: 'no such table' } },
  { isError: true, content: [{ type: 'text', text: 'Error: denied' }] },
  { content: [{ type: 'text', text: 'error: none, 0 errors' }], success: true },
  '{"exit_code":1,"stdout":"","stderr":"sh: 1: foo: not found\\n"}',
  [],
  {},
  null,
  false,
  0,
] as const;

const CODE = [
  'import { a } from "./a.ts";',
  '',
  'export function b(text: string): string {',
  '  const lines = text.split("\\n"); // 中文',
  '  if (!lines[0]) throw new Error("error: no lines");',
  '  return lines.map((line) => `${line}…`).join("\\n");',
  '}',
] as const;

/** Generates a file with line numbers, as several tools show it. */
function listingArbitrary(): fc.Arbitrary<string> {
  return fc
    .record({
      first: fc.constantFrom(1, 98),
      count: fc.integer({ min: 1, max: 60 }),
      separator: fc.constantFrom('→', '\t', ': '),
    })
    .map(({ first, count, separator }) =>
      Array.from({ length: count }, (_, at) => {
        const line = CODE[at % CODE.length]!;
        return `${String(first + at).padStart(6)}${separator}${line}`;
      }).join('\n'),
    );
}

/** Forms in which tools return the same records. */
const SHAPES: readonly ((records: readonly unknown[]) => unknown)[] = [
  (records) => records,
  (records) => ({ matches: records, total: records.length, next: null }),
  (records) => JSON.stringify(records),
  (records) => JSON.stringify({ ok: true, data: { records } }, undefined, 2),
  (records) => JSON.stringify({ records }).replaceAll(/[^ -~]/g, escaped),
  (records) => records.map((record) => JSON.stringify(record)).join('\n'),
];

function recordsArbitrary(): fc.Arbitrary<unknown> {
  const record = fc.record(
    {
      path: fc.constantFrom('src/a.ts', 'C:\\x\\a.ts', 'überall/文件.md'),
      line: fc.nat(2_000),
      text: fc.constantFrom('say "hi"\t\\o/', 'two\nlines', '👩‍👩‍👧‍👦 \u2028', 'half \ud83d', ''),
      tags: fc.constantFrom([], ['x', 1.5e-7, null], [{ deep: [true] }]),
      score: fc.constantFrom(0.25, -0, 9_007_199_254_740_991),
    },
    { requiredKeys: ['path'] },
  );
  return fc
    .tuple(fc.array(record, { minLength: 1, maxLength: 12 }), fc.constantFrom(...SHAPES))
    .map(([records, shape]) => shape(records));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
