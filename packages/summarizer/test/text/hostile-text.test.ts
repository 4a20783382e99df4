import { summarizeText } from '@palimpsest/summarizer';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

/** Quadratic work on a text of this length would not finish. */
const LENGTH = 300_000;
const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

test.each([
  'word and ',
  '山水，',
  '1042,Leeds,"hall 3",19.95,',
  'a',
  '0f9e8d7c',
  '8014627395',
  'a-',
  'ag-',
  '\n',
  'key: ',
  '"said the auditor ',
  'a. ',
  'A. ',
  'x\n',
  ' ',
  '.',
  '. 1 ',
  '[{',
  '`',
  '`a ',
  '« a',
  '「',
  '```a\n~~~b\n',
  '/a',
  'https://',
  'aB',
  'a_',
  '12 ms ',
  'Aa Bb ',
  'AB ',
  'a.b:1:',
  'a.b:1: x\n',
  'FAIL x\n',
  'key:          \n',
  '必须',
  'カ',
  'カ山',
  '\u0301',
  '🇳🇴',
  '👩\u200d',
  '\ud800',
  'กรุงเทพมหานคร',
  'a.\r\n',
])('a long text of %j is summarized', (part) => {
  const { text, entities } = summarizeText(fill(part));
  expect(text.length).toBeLessThanOrEqual(400);
  expect(entities.length).toBeLessThanOrEqual(10);
});

test('summarizes many sentences, and the best paragraph at the end', () => {
  const sentences = Array.from({ length: 100_000 }, (_, index) => `It${index}.`).join(' ');
  expect(summarizeText(sentences, 13).text).toBe('It0. ... It1.');
  expect(summarizeText(`${'Ab.\n\n'.repeat(100_000)}It must.`, 8).text).toBe('It must.');
});

test('summarizes many lines of program output', () => {
  expect(summarizeText('OK\n'.repeat(100_000)).text).toBe('OK\nOK\nOK\n...\nOK\n(100000 lines)');
  const text = Array.from({ length: 100_000 }, (_, index) => `a${index}.ts:1: it`).join('\n');
  expect(summarizeText(text).text).toBe('files: a0.ts, a1.ts, a2.ts +99997 more');
});
