import { expect, test } from 'vitest';
import { DATA_CUTS, DEMAND_CUTS, humanTextCutter, REMARK_CUTS } from '../../src/reduce.ts';

const cutHumanText = humanTextCutter();

const log = Array.from({ length: 40 }, (_, at) => `2026-01-02 10:00:${at} GET /orders/${at} 200;`);
const text = [
  'The import of orders fails since yesterday.',
  'Never touch the schema, and never push to main.',
  'This is the log:',
  ...log,
  'I looked at it with Ann, and we found nothing at all.',
  'Tell me what you think about the pool of workers.',
  'Please use the old client.',
].join('\n');
const [all] = DEMAND_CUTS.slice(-1);

test('keeps both ends of pasted data, and all sentences of the user', () => {
  const cut = cutHumanText(text, DATA_CUTS.at(-1)!)!;
  expect(cut.split('\n')).toEqual([
    ...text.split('\n').slice(0, 4),
    expect.stringMatching(/^\[truncated — \d+ chars\]$/),
    ...text.split('\n').slice(-4),
  ]);
});

test('removes remarks before directives, and the oldest directive first', () => {
  const bound = cutHumanText(text, REMARK_CUTS.at(-1)!)!;
  expect(bound).toContain('Never touch the schema, and never push to main.');
  expect(bound).toContain('Please use the old client.');
  expect(bound).not.toContain('I looked at it');
  const later = cutHumanText(text, DEMAND_CUTS[1]!)!;
  expect(later).not.toContain('Never touch');
  expect(later).toContain('Please use the old client.');
  expect(cutHumanText(text, all!)).toBeUndefined();
});

test('always keeps the start of the first request', () => {
  const cut = cutHumanText(text, all!, true)!;
  expect(cut.startsWith(text.slice(0, 150))).toBe(true);
  const line = 'word '.repeat(1_000);
  expect(cutHumanText(line, all!, true)).toMatch(/^(?:word ){50,60}/);
});

test('keeps the directives of a long line', () => {
  const line = `${'It was a long day. '.repeat(30)}Never push to main. ${'And so on. '.repeat(9)}`;
  expect(cutHumanText(line, REMARK_CUTS.at(-1)!)).toBe('… Never push to main. …');
});

test('returns `undefined` when the same cut runs on its own output', () => {
  for (const cut of [DATA_CUTS.at(-1)!, REMARK_CUTS.at(-1)!, all!]) {
    const once = cutHumanText(text, cut, true)!;
    expect(cutHumanText(once, cut, true)).toBeUndefined();
  }
});

test('keeps both delimiters of a fence', () => {
  const code = ['Look:', '```ts', ...Array(30).fill('run();'), '```', 'It is slow.'].join('\n');
  const cut = cutHumanText(code, DATA_CUTS.at(-1)!)!;
  expect(cut.match(/```/g)).toHaveLength(2);
});

test('keeps a directive at the end of a line of data', () => {
  const line = `{"url": "https://example.org/${'a'.repeat(150)}", ${'"gate": 17, '.repeat(35)}} You must never change the public API.`;
  for (const given of [line, `${line}\n${'{"gate": 17}\n'.repeat(60)}`]) {
    for (const cut of DATA_CUTS) {
      expect(cutHumanText(given, cut) ?? given).toContain('You must never change the public API.');
    }
  }
});

test('does not repeat a directive from the preserved start of a request', () => {
  const given = `Never push to main. ${'The gate is open and the lock is broken. '.repeat(40)}`;
  const [first] = DEMAND_CUTS;
  const said = cutHumanText(given, { ...first!, size: 0 }, true)!;
  expect(said.split('Never push to main.')).toHaveLength(2);
});

test('cuts a text with 200,000 blank lines', () => {
  const given = `Go.${'\n'.repeat(200_000)}${'{"gate": 17}\n'.repeat(60)}`;
  expect(cutHumanText(given, DATA_CUTS[0]!)).toContain('Go.');
});
