import fc from 'fast-check';
import { MAY_GO, MUST_STAY } from './labelled-texts.ts';

const LABELLED = [...MUST_STAY, ...MAY_GO].map(({ text }) => text);

const PIECES = [
  ...LABELLED,
  ...'` ``` ~~~ $ $$ \\( \\) | |--- -- --- ----- + = == : ; , . ! ? { } [ ] ( ) < > </a> <a> @ # _ / \\ " \' “ ” 「 」'.split(
    ' ',
  ),
  ...'select from where insert into SELECT FROM WHERE PRIMARY KEY update set create table varchar not null'.split(
    ' ',
  ),
  ...'555 123 4567 1.2.3 v1.2 12 ms °C version 0a1b2c3d sk- AKIA eyJ password bearer key: name: → ≤ × ∈'.split(
    ' ',
  ),
  '    ',
  '\t',
  '  ',
  ' ',
  'a',
  'Ab',
  'é',
  '雨',
  'ก',
  'ب',
  '🌲',
  '\ud83c',
  '\udf32',
  '\u0301',
  '\u2028',
  '\u00a0',
];

/** Random code units, pieces that the scanner treats specially, and labelled texts. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom('\n', '\n\n', ' ')), {
      maxLength: 40,
    })
    .map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...LABELLED), { maxLength: 4 }).map((texts) => texts.join('\n\n')),
);
