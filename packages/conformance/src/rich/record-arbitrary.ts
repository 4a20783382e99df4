import fc from 'fast-check';
import { textArbitrary } from '../text-arbitrary.ts';
import { bytesArbitrary } from './base64-arbitrary.ts';
import { logArbitrary } from './log-arbitrary.ts';

/** Names of members in the records that tools return. In each record, a reader that takes one member for the text loses the others. */
export const RECORD_SHAPES: readonly (readonly string[])[] = [
  ['stdout', 'stderr', 'exitCode'],
  ['stdout', 'stderr', 'exit_code', 'interrupted'],
  ['result', 'rows'],
  ['content', 'matches'],
  ['output', 'log'],
  ['text', 'body'],
  ['output', 'error'],
  ['output', 'metadata', 'truncated'],
  ['text', 'images'],
  ['message', 'data', 'status'],
  ['error', 'details'],
  ['llmContent', 'returnDisplay'],
  ['content', 'structuredContent', 'isError'],
  ['success', 'data'],
  ['status', 'headers', 'body'],
  ['answer', 'results', 'images'],
  ['title', 'url', 'text', 'links'],
  ['file', 'originalFile', 'structuredPatch'],
  ['is_error', 'output', 'trace'],
  ['summary', 'transcript'],
  ['screenshot', 'text', 'elements'],
  ['result'],
  ['output'],
  ['value'],
];

/** Values of members that report the outcome of a call. */
const OUTCOMES: Readonly<Record<string, readonly unknown[]>> = {
  exitCode: [0, 1, 127],
  exit_code: [0, 2],
  interrupted: [false, true],
  truncated: [false, true],
  isError: [false, true],
  is_error: [false, true],
  success: [true, false],
  status: [200, 500, 'ok', 'failed'],
  error: [null, '', 'ENOENT: no such file', { code: 'E42', message: 'no such table: users' }],
  stderr: ['', 'sh: 1: foo: not found', 'warning: unused variable `x`'],
};

/** Generates records with long and short members in any order: texts, lists, nested records, JSON as text, bytes, errors. */
export function recordArbitrary(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...RECORD_SHAPES).chain(recordOf) },
    // Unknown names.
    fc.dictionary(fc.constantFrom('alpha', 'beta', 'gamma', '', '__proto__x', 'ключ'), member(), {
      maxKeys: 4,
    }),
    // One record inside another.
    fc
      .tuple(
        fc.constantFrom('result', 'output', 'data', 'content'),
        fc.constantFrom(...RECORD_SHAPES),
      )
      .chain(([name, shape]) => recordOf(shape).map((inner) => ({ [name]: inner }))),
  );
}

function recordOf(names: readonly string[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc
    .tuple(
      fc.shuffledSubarray([...names], { minLength: names.length }),
      fc.tuple(...names.map(memberNamed)),
    )
    .map(([order, values]) =>
      Object.fromEntries(order.map((name) => [name, values[names.indexOf(name)]])),
    );
}

function memberNamed(name: string): fc.Arbitrary<unknown> {
  const outcomes = OUTCOMES[name];
  if (outcomes === undefined) return member();
  const said = fc.constantFrom(...outcomes);
  return typeof outcomes[0] === 'string' ? fc.oneof(said, logArbitrary()) : said;
}

function member(): fc.Arbitrary<unknown> {
  const row = fc.record({
    id: fc.nat(9_999),
    name: fc.constantFrom('Ada', '李雷', 'Zoë "Z" O’Neil'),
    path: fc.constantFrom('src/a.ts', 'C:\\x\\a.ts'),
    note: fc.lorem({ maxCount: 8 }),
  });
  const rows = fc.array(row, { maxLength: 25 });
  return fc.oneof(
    { weight: 4, arbitrary: logArbitrary() },
    { weight: 3, arbitrary: textArbitrary() },
    { weight: 3, arbitrary: rows },
    fc.lorem({ maxCount: 60 }).map((text) => text.repeat(3)),
    rows.map((list) => JSON.stringify({ list })),
    fc.record({ stdout: logArbitrary(), rows }),
    fc.array(logArbitrary(), { maxLength: 3 }),
    fc.constantFrom<unknown>('', null, true, 0, [], {}),
    bytesArbitrary().map(({ data }) => data),
    bytesArbitrary('image').map(({ mimeType, data }) => `![shot](data:${mimeType};base64,${data})`),
    bytesArbitrary().map((bytes) => ({ type: 'image', ...bytes })),
  );
}
