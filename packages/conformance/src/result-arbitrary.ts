import fc from 'fast-check';
import { textArbitrary } from './text-arbitrary.ts';

/** Outcomes reported without the fields of a tool result that exist for them, and empty results. */
const OUTCOMES: readonly unknown[] = [
  'File not found: a.ts',
  { isError: true, content: [{ type: 'text', text: 'Error: denied' }] },
  { content: [{ type: 'text', text: 'error: none, 0 errors' }], success: true },
  '{"exit_code":1,"stdout":"","stderr":"sh: 1: foo: not found\\n"}',
  [],
  {},
  null,
  undefined,
  0,
];

/** Generates tool results: texts, listings, logs, records as objects or as text, parts with media, and missing ones. */
export function resultArbitrary(): fc.Arbitrary<unknown> {
  const record = recordArbitrary();
  const structured = fc.oneof(record, fc.array(record, { maxLength: 12 }), partsArbitrary());
  return fc.oneof(
    { weight: 5, arbitrary: textArbitrary() },
    { weight: 2, arbitrary: listingArbitrary() },
    { weight: 2, arbitrary: logArbitrary() },
    { weight: 4, arbitrary: structured },
    structured.map((value) => JSON.stringify(value, undefined, 2)),
    fc.jsonValue({ maxDepth: 2 }),
    fc.tuple(logArbitrary(), bytesArbitrary()).map((lines) => lines.join('\n')),
    { weight: 2, arbitrary: fc.constantFrom(...OUTCOMES) },
  );
}

/** Generates many different lines, possibly with an error among them and a status at the end. */
function logArbitrary(): fc.Arbitrary<string> {
  const steps = fc.integer({ min: 10, max: 90 });
  const error = fc.constantFrom([], ['Error: no module "./c.ts"'], [`error ${'x'.repeat(300)}`]);
  const last = fc.constantFrom('Done in 2.1 s', 'exit code 1', '1 failed, 11 passed ❌', '');
  return fc.tuple(steps, error, last).map(([count, errors, status]) => {
    const step = (_: unknown, at: number): string =>
      `[${at + 1}/${count}] compiled src/module-${at * 7}.ts`;
    const lines = Array.from({ length: count }, step);
    return [...lines.toSpliced(Math.floor(count / 2), 0, ...errors), status].join('\n');
  });
}

const CODE = ['import { a } from "./a.ts";', '', 'throw new Error("error: no lines");'] as const;

/** Generates a file with line numbers, as several tools show it. */
function listingArbitrary(): fc.Arbitrary<string> {
  const count = fc.integer({ min: 1, max: 60 });
  return fc
    .tuple(fc.constantFrom(1, 98), count, fc.constantFrom('→', '\t', ': '))
    .map(([first, length, separator]) => {
      const line = (_: unknown, at: number): string =>
        `${String(first + at).padStart(6)}${separator}${CODE[at % CODE.length]}`;
      return Array.from({ length }, line).join('\n');
    });
}

const MEMBERS = 'stdout stderr exitCode output content title url text metadata isError'.split(' ');

/** Generates a record of long and short members: a reader that takes one member for the text loses the others. */
function recordArbitrary(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const row = fc.record({ id: fc.nat(9_999), path: fc.constantFrom('src/a.ts', 'C:\\x\\文件.md') });
  const member = fc.oneof(
    { weight: 4, arbitrary: logArbitrary() },
    { weight: 3, arbitrary: textArbitrary() },
    { weight: 2, arbitrary: fc.array(row, { maxLength: 25 }) },
    fc.constantFrom<unknown>('', null, true, 0, [], {}, 'ENOENT: no such file'),
    bytesArbitrary(),
  );
  return fc.dictionary(fc.constantFrom(...MEMBERS), member, { minKeys: 1, maxKeys: 4 });
}

/** Generates the parts of a result, with media, as Anthropic and the Model Context Protocol write them. */
function partsArbitrary(): fc.Arbitrary<object[]> {
  const mimeType = 'image/png';
  const part = fc.oneof(
    textArbitrary().map((text) => ({ type: 'text', text })),
    bytesArbitrary().map((data) => ({ type: 'image', mimeType, data })),
    bytesArbitrary().map((data) => ({
      type: 'image',
      source: { type: 'base64', media_type: mimeType, data },
    })),
  );
  return fc.array(part, { minLength: 1, maxLength: 4 });
}

/** Generates base64 of 64 to 8,000 characters. */
function bytesArbitrary(): fc.Arbitrary<string> {
  const bytes = fc.base64String({ minLength: 64, maxLength: 64 });
  return fc
    .tuple(bytes, fc.constantFrom(1, 4, 20, 125))
    .map(([some, times]) => some.replaceAll('=', 'A').repeat(times));
}
