import { summarizeText } from '@palimpsest/summarizer';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

/** Quadratic work on a text of this length would not finish. */
const LENGTH = 300_000;
const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

test.each([
  'word and ',
  '山水，',
  'a',
  'a-',
  'key: ',
  'a. ',
  ' ',
  '`a ',
  '/a',
  'aB',
  'Aa Bb ',
  'a.b:1: x\n',
  'カ山',
  '👩\u200d',
])('a long text of %j is summarized', (part) => {
  const { text, entities } = summarizeText(fill(part));
  expect(text.length).toBeLessThanOrEqual(400);
  expect(entities.length).toBeLessThanOrEqual(10);
});
