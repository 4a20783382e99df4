import fc from 'fast-check';
import { textArbitrary } from './text-arbitrary.ts';

/** Results that say how a call ended in their text, not in the fields for it; and empty ones. */
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

const CODE = ['import { a } from "./a.ts";', '', 'throw new Error("error: no lines");'] as const;
const MEMBERS = 'stdout stderr exitCode output content title url text metadata isError'.split(' ');

/** Many different lines, possibly with an error among them and a status at the end. */
const log = fc
  .record({
    count: fc.integer({ min: 10, max: 90 }),
    errors: fc.constantFrom([], ['Error: no module "./c.ts"'], [`error ${'x'.repeat(300)}`]),
    status: fc.constantFrom('Done in 2.1 s', 'exit code 1', '1 failed, 11 passed ❌', ''),
  })
  .map(({ count, errors, status }) => {
    const numbers = Array.from({ length: count }, (_, at) => at);
    const lines = numbers.map((at) => `[${at + 1}/${count}] compiled src/module-${at * 7}.ts`);
    return [...lines.toSpliced(Math.floor(count / 2), 0, ...errors), status].join('\n');
  });

/** A file with line numbers, as several tools show it. */
const listing = fc
  .tuple(fc.constantFrom(1, 98), fc.integer({ min: 1, max: 60 }), fc.constantFrom('→', '\t', ': '))
  .map(([first, length, separator]) => {
    const line = (_: unknown, at: number): string =>
      `${String(first + at).padStart(6)}${separator}${CODE[at % CODE.length]}`;
    return Array.from({ length }, line).join('\n');
  });

/** Base64 of 64 to 8,000 characters. */
const bytes = fc
  .tuple(fc.base64String({ minLength: 64, maxLength: 64 }), fc.constantFrom(1, 4, 20, 125))
  .map(([some, times]) => some.replaceAll('=', 'A').repeat(times));

/** Generates tool results: texts, listings, logs, records as objects or as text, parts with media, and missing ones. */
export function resultArbitrary(): fc.Arbitrary<unknown> {
  const row = fc.record({ id: fc.nat(9_999), path: fc.constantFrom('src/a.ts', 'C:\\x\\文件.md') });
  const member = fc.oneof(
    { weight: 4, arbitrary: log },
    { weight: 3, arbitrary: textArbitrary() },
    { weight: 2, arbitrary: fc.array(row, { maxLength: 25 }) },
    fc.constantFrom<unknown>('', null, true, 0, [], {}, 'ENOENT: no such file'),
    bytes,
  );
  // Long and short members: a reader that takes one of them for the text loses the others.
  const record = fc.dictionary(fc.constantFrom(...MEMBERS), member, { minKeys: 1, maxKeys: 4 });
  const part = fc.oneof(
    textArbitrary().map((text) => ({ type: 'text', text })),
    bytes.map((data) => ({ type: 'media', mimeType: 'image/png', data, encoding: 'base64' })),
    // A part of a kind that only its format knows.
    bytes.map((data) => ({ type: 'json', value: { type: 'image', data }, isFixed: true })),
  );
  const parts = fc.array(part, { minLength: 1, maxLength: 4 });
  const structured = fc.oneof(record, fc.array(record, { maxLength: 12 }), parts);
  return fc.oneof(
    { weight: 5, arbitrary: textArbitrary() },
    { weight: 2, arbitrary: listing },
    { weight: 2, arbitrary: log },
    { weight: 4, arbitrary: structured },
    structured.map((value) => JSON.stringify(value, undefined, 2)),
    fc.jsonValue({ maxDepth: 2 }),
    fc.tuple(log, bytes).map((lines) => lines.join('\n')),
    { weight: 2, arbitrary: fc.constantFrom(...OUTCOMES) },
  );
}
