import fc from 'fast-check';
import { sentenceSpans } from '../../src/text/index.ts';
import { expect, test } from 'vitest';

const sentencesOf = (text: string) =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

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

test.each(['Ab. ', 'अ। ', '。', '. ', '.', '!', 'a. b', ' ', 'Dr. '])(
  'reads %j repeated in linear time',
  (unit) => {
    const text = unit.repeat(400_000);
    expect(sentenceSpans(text).length).toBeLessThanOrEqual(400_000);
  },
);
