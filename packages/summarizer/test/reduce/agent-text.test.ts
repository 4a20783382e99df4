import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSentenceCutter, SENTENCE_CUTS } from '../../src/reduce.ts';

const answer = [
  'Great question! I can help you with that.',
  'Reservation SI5UKW was made on 2024-05-11, so it is beyond the 24-hour window and cannot be cancelled.',
  'Please let me know if there is anything else.',
].join(' ');
const note = 'It was looked at. It was fine. The fix is in src/pool.ts: maxWaiters counted twice.';

const cutterOf = (...texts: readonly string[]): ReturnType<typeof createSentenceCutter> =>
  createSentenceCutter(texts.map((text, index) => ({ text, age: texts.length - index })));

test('removes announcements, questions and courtesies first', () => {
  expect(cutterOf(answer, note).cut(answer, 0)).toBe(
    '… I can help you with that. Reservation SI5UKW was made on 2024-05-11, so it is beyond the 24-hour window and cannot be cancelled. …',
  );
  expect(cutterOf(answer, note).cut(note, 0)).toBeUndefined();
});

test('removes short sentences of common words before facts, and keeps the best of each text', () => {
  const cutter = cutterOf(answer, note);
  expect(cutter.cut(note, 0.9)).toBe('… The fix is in src/pool.ts: maxWaiters counted twice.');
  expect(cutter.cut(answer, 0.9)).toMatch(/^… Reservation SI5UKW .+ cancelled\. …$/);
});

test('removes older sentences before newer ones', () => {
  const [old, recent] = [
    'The pool has room for all of them. So it is.',
    'The pool has room for all of us. So be it.',
  ];
  const cutter = cutterOf(old, ...Array.from({ length: 8 }, (_, at) => `Turn ${at}.`), recent);
  const share = SENTENCE_CUTS.find((tried) => cutter.cut(old, tried) !== undefined)!;
  expect(cutter.cut(recent, share)).toBeUndefined();
});

test('a text with nothing else becomes a truncation marker', () => {
  const text = 'Sure! Let me check the configuration of the worker pool first.';
  expect(cutterOf(text).cut(text, 0)).toBe(`[truncated — ${text.length} chars]`);
});

test('keeps fences and gap markers, and the white space between lines', () => {
  const text =
    'Let me look at it.\n\n```ts\nconst a = 1;\n```\n\n…12\nDone. The answer is 42.\n- What else?';
  expect(cutterOf(text).cut(text, 0)).toBe(
    '…\n\n```ts\nconst a = 1;\n```\n\n…12\nDone. The answer is 42.\n…',
  );
});

test('keeps markers whole, and leaves texts alone that were not ranked', () => {
  const marker = '[summary: It was long. It is short.]';
  const marked = `${marker}\n\nLet me look at it.`;
  expect(cutterOf(marked).cut(marked, 0.9)).toBe(`${marker}\n\n…`);
  expect(cutterOf(marker).cut(marker, 0.9)).toBeUndefined();
  expect(cutterOf(note).cut(answer, 0.9)).toBeUndefined();
});

test('keeps Chinese sentences without blanks between them', () => {
  const text = '连接池有12个连接。请稍等。问题在于maxWaiters被计算了两次，所以超时。你还需要什么？';
  expect(cutterOf(text).cut(text, 0)).toBe(
    '连接池有12个连接。请稍等。问题在于maxWaiters被计算了两次，所以超时。…',
  );
});

const sentence = fc.constantFrom(
  'It was fine.',
  'Is it?',
  'Let me check it.',
  'The pool in src/pool.ts holds 12 connections.',
  'retryLimit must stay below 5',
  '- an item: one',
  '…',
  '…7',
  '\n',
  '\n\n',
  '```\ncode\n```\n',
  '超时了。',
);
const spoken = fc.array(sentence, { maxLength: 12 }).map((parts) => parts.join(' '));

test('what is left are parts of the text in order, and a larger share leaves no more', () => {
  fc.assert(
    fc.property(fc.array(spoken, { minLength: 1, maxLength: 6 }), (texts) => {
      const cutter = cutterOf(...texts);
      for (const text of texts) {
        let least = text.length;
        for (const share of SENTENCE_CUTS) {
          const shorter = cutter.cut(text, share);
          if (shorter === undefined) continue;
          expect(shorter.length).toBeLessThanOrEqual(least);
          least = shorter.length;
          let at = 0;
          for (const part of shorter.startsWith('[truncated') ? [] : shorter.split('…')) {
            const found = text.indexOf(part.trim(), at);
            expect(found).toBeGreaterThanOrEqual(at);
            at = found + part.trim().length;
          }
        }
      }
    }),
  );
});
