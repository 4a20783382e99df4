import fc from 'fast-check';
import { sentenceSpans } from '@palimpsest/text';
import { describe, expect, test } from 'vitest';
import { LETTER, SENTENCE_CLASSES, UNKNOWN } from '../src/sentence-classes.ts';
import { joinsNext } from '../src/sentence-joins.ts';

const sentencesOf = (text: string) =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Slow reference implementation of the specification. */
function expected(text: string): string[] {
  return text.split(/[\n\r\u2028\u2029]/).flatMap((line) => {
    const units: string[] = [];
    let start = 0;
    for (const { segment, index } of segmenter.segment(line)) {
      const end = index + segment.length;
      const next =
        end === line.length
          ? end
          : end - /[([{「『（《〈【〔]*$/.exec(line.slice(start, end))![0].length;
      const unit = line.slice(start, next).trim();
      const from = line.indexOf(unit, start);
      const span = { start: from, end: from + unit.length };
      if (next < line.length && unit !== '' && joinsNext(line, span, next, units.length === 0))
        continue;
      if (unit !== '') units.push(unit);
      start = next;
    }
    return units;
  });
}

/** Characters that affect sentence boundaries: each character class, each kind of line end, and abbreviations. */
const UNITS = [
  ...Array.from('aZ1.!?,;-:()"\'[] \t\n\r\f\u00A0\u00AD/#'),
  'Dr',
  'e.g',
  'No',
  'J',
  'I',
  '\r\n',
  '. ',
  '? ',
  '2.5',
  'word ',
  'Word ',
];
const OTHER_UNITS = [
  ...Array.from(
    '。！？，、「」：（）“”’«»…—中あア한жЖßÉα٣مَ؟،\u0301\u200B\u200D\uFE0F\u2028\u3000！．',
  ),

  '😀',
  '🏽',
  '👩',
  '🇩',
  '𝐀',
  '𠀀',
  '\uD800',
  '\uDC00',
  'नमस्ते।',
  'ไทย',
  '\u0085',
  '\u1680',
  '\u2024',
  '§',
];

describe('returns the sentences of Intl.Segmenter, split at line ends, with fragments joined', () => {
  test.each([
    ['in ASCII', UNITS],
    ['in any script', [...UNITS, ...OTHER_UNITS]],
  ])('%s', (_, units) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...units), { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(sentencesOf(text)).toEqual(expected(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('agrees with Intl.Segmenter for every character with a known class', () => {
    const wrong: string[] = [];
    for (let unit = 0; unit < 0x10000; unit++) {
      if (SENTENCE_CLASSES[unit] === UNKNOWN) continue;
      // Every 31st of the 39,000 Han and Hangul characters is a sufficient sample.
      if (SENTENCE_CLASSES[unit] === LETTER && unit > 0x3400 && unit < 0xff00 && unit % 31 > 0)
        continue;
      const it = String.fromCharCode(unit);
      const text = [
        'a. (_',
        'a._',
        'a! _',
        'a!_B',
        'a! _B',
        '1. _ b',
        '1. _ B',
        'a_ B',
        'a_ b',
        '1._1',
        'a. _, B',
        '_. B',
        '_.B',
        '1!_1',
      ]
        .map((context) => context.replace('_', it))
        .join('\n');
      if (sentencesOf(text).join('|') !== expected(text).join('|')) wrong.push(unit.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

test('returns trimmed, non-empty spans in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let last = 0;
      for (const { start, end } of sentenceSpans(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(text.slice(start, end).trim()).toHaveLength(end - start);
        last = end;
      }
    }),
  );
});

test.each([
  ['Version 2.5.1 of the app, e.g. Palette, costs 3.75. Buy it.', 2],
  ['Ask Dr. Smith and Mrs. J. R. Jones. They know.', 2],
  ['See No. 5 and Fig. 3. No. We go.', 3],
  ['It took 5 ms. Then it slept. Vitamin I. Then.', 4],
  ['On Jan. 5 the 1st. Then nothing.', 2],
  ['Use 5A. Then 2B. Done.', 3],
  ['1. Install it. Then run it.', 2],
  ['  - 2. Install it.', 1],
  ['Das ist z.B. Gold. Hr. Maier kommt.', 2],
  ['Он живёт на ул. Ленина. Хорошо!', 2],
  ['我们需要检查。然后测试！好吗？', 3],
  ['必ず確認してください。「はい。」と答えた。', 3],
  ['هل هذا صحيح؟ نعم. يجب ذلك.', 3],
  ['यह सही है। ठीक है।', 2],
  ['one line\nanother line. And a third\n\n- bullet', 4],
  ['', 0],
  [' \n\t\r\n', 0],
  ['確認します。（はい。）次です。', 3],
])('%j has %i sentences', (text, count) => {
  expect(sentencesOf(text)).toHaveLength(count);
});

test.each([
  ['a million sentences', 'A. ', 1_000_000],
  ['a million sentences of another script', 'अ। ', 1_000_000],
])('reads %s in linear time', (_, unit, count) => {
  expect(sentenceSpans(unit === 'A. ' ? 'Ab. '.repeat(count) : unit.repeat(count))).toHaveLength(
    count,
  );
});
