import { summarizeText } from '@palimpsest/summarizer';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

const MEGABYTE = 1_000_000;
const fill = (part: string) => part.repeat(Math.ceil(MEGABYTE / part.length)).slice(0, MEGABYTE);

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
])('a megabyte of %j is summarized', (part) => {
  const { text, entities } = summarizeText(fill(part));
  expect(text.length).toBeLessThanOrEqual(400);
  expect(entities.length).toBeLessThanOrEqual(10);
});

test('summarizes a million sentences', () => {
  const text = Array.from({ length: 1_000_000 }, (_, index) => `It${index}.`).join(' ');
  expect(summarizeText(text, 13).text).toBe('It0. ... It1.');
});

test('summarizes a million paragraphs with the best one last', () => {
  expect(summarizeText(`${'Ab.\n\n'.repeat(1_000_000)}It must.`, 8).text).toBe('It must.');
});

test('summarizes a million lines of program output', () => {
  expect(summarizeText('OK\n'.repeat(1_000_000)).text).toBe('OK\nOK\nOK\n...\nOK\n(1000000 lines)');
});

test('summarizes references to a hundred thousand files', () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `a${index}.ts:1: it`).join('\n');
  expect(summarizeText(text).text).toBe('files: a0.ts, a1.ts, a2.ts +99997 more');
});
