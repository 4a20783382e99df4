import { classifyText } from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import { expect, test } from 'vitest';

const has = (reason: Reason, text: string) => classifyText(text).reasons.includes(reason);
const isLong = (text: string) => classifyText(text).tier === 'T3';

test.each([...'aAzZ09_'.split(''), ...'µÀéжῼⱠⷎꙀꯠ가힣ﬁﷲﹰﻼ０９ＡＺａｚ'.split('')])(
  '%s is a word character of scripts with spaces',
  (letter) => {
    expect(has('email', `${letter}@b.org`)).toBe(true);
  },
);

test.each([
  ...'.,!?-/"|#%'.split(''),
  ...' §€雨かก。、⁄☂'.split(''),
  '🌂',
  '\u2e00',
  '\ufffd',
  '×',
])('%s is not a word character of scripts with spaces', (mark) => {
  expect(has('email', `${mark}@b.org`)).toBe(false);
});

test.each([...'⺀⿕々〇ぁんヿㄅㆎㆠㆿㇰㇿ㐀䶿一鿿豈'.split(''), '\ufaff', 'ｦ', 'ﾟ'])(
  'two characters %s count as one word',
  (letter) => {
    expect(isLong(letter.repeat(39))).toBe(false);
    expect(isLong(letter.repeat(40))).toBe(true);
  },
);

test.each(['𠀀', '𱍊'])(
  'two characters %s, of two UTF-16 units each, count as one word',
  (letter) => {
    expect(isLong(letter.repeat(38))).toBe(false);
    expect(isLong(letter.repeat(40))).toBe(true);
  },
);

test.each(['ก', 'ກ', 'ཀ', '\u0fff', 'က', '႟', 'ក', '៿'])(
  'four characters %s count as one word',
  (letter) => {
    expect(isLong(letter.repeat(79))).toBe(false);
    expect(isLong(letter.repeat(80))).toBe(true);
  },
);

test.each([
  ...' \t\v\f\u00a0\u1680\u2000\u200a\u202f\u205f\u3000\ufeff'.split(''),
  ...'\n\r\u2028\u2029'.split(''),
])('%j separates words', (space) => {
  expect(isLong(`w${space}`.repeat(19))).toBe(false);
  expect(isLong(`w${space}`.repeat(20))).toBe(true);
  expect(isLong(`w${space}${space}`.repeat(19))).toBe(false);
  expect(isLong(`${space}w`.repeat(19))).toBe(false);
});

test.each(['\u00ad', '\u200b', '\u2060', '_', '-', '/', '\u167f'])(
  '%j does not separate words',
  (mark) => {
    expect(isLong(`w${mark}`.repeat(40))).toBe(false);
  },
);

test.each('\n\r\u2028\u2029'.split(''))('%j ends a line', (end) => {
  expect(has('source_code', `total = price${end}total += tax`)).toBe(true);
  expect(has('shell_command', `and then${end}${end}git push one`)).toBe(true);
  expect(has('shell_command', `and then${end}git push one`)).toBe(false);
});

test.each(' \t\u00a0\u3000'.split(''))('%j does not end a line', (space) => {
  expect(has('source_code', `total = price${space}total += tax`)).toBe(false);
});

test.each('.!?…‼⁇⁈⁉。！？．｡؟۔।॥'.split(''))('%s ends a sentence', (stop) => {
  expect(has('source_code', `total = price${stop}\ntotal = price${stop}`)).toBe(false);
  expect(has('verse_pattern', `so\n${`The rain came${stop} down\n`.repeat(3)}`)).toBe(false);
});

test.each(',、，､،'.split(''))('%s does not end a sentence', (comma) => {
  expect(has('verse_pattern', `so\n${`The rain came${comma} down\n`.repeat(3)}`)).toBe(true);
});

test.each(['"', '“', '”', '„', '«', '»', '「', '」', '『', '』'])(
  'no formula starts after %s',
  (quote) => {
    expect(has('latex_math', `so ${quote}$a_b$ it`)).toBe(false);
    expect(has('latex_math', `so '$a_b$ it`)).toBe(true);
  },
);

test.each([
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['«', '»'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
  ['"', '"'],
])('a quotation is enclosed by %s and %s', (open, close) => {
  const opensToo = '“„«「『'.includes(close) && !(open === '„' && close === '“');
  expect(has('direct_quote', `so ${open}we will see it${close} it`)).toBe(!opensToo);
  expect(has('direct_quote', `so ${open}we ${close} it`)).toBe(false);
  expect(has('direct_quote', `so we will see it${close} it`)).toBe(false);
});

test('an opening quotation mark that occurs again starts a new quotation', () => {
  expect(has('direct_quote', 'so “we will see it“ and” it')).toBe(false);
  expect(has('direct_quote', 'so “we“ will see it all” it')).toBe(true);
  expect(has('direct_quote', 'so “we will see it„ and“ it')).toBe(false);
  expect(has('direct_quote', 'so "we" will see all of it "now" it')).toBe(false);
});
