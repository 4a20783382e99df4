import fc from 'fast-check';

const word = fc.constantFrom(
  'saveSession',
  'src/a.ts:12:5',
  'of the',
  '{',
  '}',
  ' ',
  '\t',
  '\r',
  '12→',
  '3\t',
  '…',
  '…7',
  'née',
  '会話を保存',
  '😀😀😀',
  '\u{20000}',
  '"a":',
  '\\',
  '"',
  ', ',
  'x'.repeat(70),
  '😀'.repeat(60),
);

/** A line as tools print it; some are long. */
const line = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => words.join('')) },
  {
    weight: 1,
    arbitrary: fc.array(word, { minLength: 8, maxLength: 30 }).map((words) => words.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

export const anyText: fc.Arbitrary<string> = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([lines, isNumbered]) =>
    lines.map((each, at) => (isNumbered && at % 5 !== 4 ? `${at + 1}→${each}` : each)).join('\n'),
  );

/** Objects and arrays with texts long enough to be parsed as lines. */
export const anyJson: fc.Arbitrary<object> = fc
  .letrec<{ value: unknown; group: object }>((tie) => ({
    group: fc.oneof(
      fc.array(tie('value'), { maxLength: 6 }),
      fc.dictionary(
        fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('id', 'text', 'rows')),
        tie('value'),
        {
          maxKeys: 6,
        },
      ),
    ),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      anyText,
      tie('group'),
    ),
  }))
  .group.map((value) => JSON.parse(JSON.stringify(value)) as object);
