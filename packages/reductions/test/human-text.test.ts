import { expect, test } from 'vitest';
import { cutHumanText, DATA_CUTS, DEMAND_CUTS, REMARK_CUTS } from '../src/index.ts';

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

test('of pasted data the ends stay, and all own sentences', () => {
  const cut = cutHumanText(text, DATA_CUTS.at(-1)!)!;
  expect(cut.split('\n')).toEqual([
    ...text.split('\n').slice(0, 4),
    expect.stringMatching(/^\[truncated — \d+ chars\]$/),
    ...text.split('\n').slice(-4),
  ]);
});

test('what binds stays when remarks go, and goes oldest first', () => {
  const bound = cutHumanText(text, REMARK_CUTS.at(-1)!)!;
  expect(bound).toContain('Never touch the schema, and never push to main.');
  expect(bound).toContain('Please use the old client.');
  expect(bound).not.toContain('I looked at it');
  const later = cutHumanText(text, DEMAND_CUTS[1]!)!;
  expect(later).not.toContain('Never touch');
  expect(later).toContain('Please use the old client.');
  expect(cutHumanText(text, all!)).toBeUndefined();
});

test('the beginning of the first request always stays', () => {
  const cut = cutHumanText(text, all!, { isFirst: true })!;
  expect(cut.startsWith(text.slice(0, 150))).toBe(true);
  const line = 'word '.repeat(1_000);
  expect(cutHumanText(line, all!, { isFirst: true })).toMatch(/^(?:word ){50,60}/);
});

test('of a long line the sentences that bind stay', () => {
  const line = `${'It was a long day. '.repeat(30)}Never push to main. ${'And so on. '.repeat(9)}`;
  expect(cutHumanText(line, REMARK_CUTS.at(-1)!)).toBe('… Never push to main. …');
});

test('a cut text is cut no further by the same cut', () => {
  for (const cut of [DATA_CUTS.at(-1)!, REMARK_CUTS.at(-1)!, all!]) {
    const once = cutHumanText(text, cut, { isFirst: true })!;
    expect(cutHumanText(once, cut, { isFirst: true })).toBeUndefined();
  }
});

test('a fence is left with both ends or with none', () => {
  const code = ['Look:', '```ts', ...Array(30).fill('run();'), '```', 'It is slow.'].join('\n');
  const cut = cutHumanText(code, DATA_CUTS.at(-1)!)!;
  expect(cut.match(/```/g)).toHaveLength(2);
});

test('lines that a mark would hardly be shorter than stay', () => {
  expect(cutHumanText('Hello.\nNever push.\nThanks.', REMARK_CUTS.at(-1)!)).toBeUndefined();
});

test('a line of data keeps what it demands, wherever it stands', () => {
  const line = `{"url": "https://example.org/${'a'.repeat(150)}", ${'"gate": 17, '.repeat(35)}} You must never change the public API.`;
  for (const given of [line, `${line}\n${'{"gate": 17}\n'.repeat(60)}`]) {
    for (const cut of DATA_CUTS) {
      expect(cutHumanText(given, cut) ?? given).toContain('You must never change the public API.');
    }
  }
});

test('what a request demands in its beginning is not said twice', () => {
  const given = `Never push to main. ${'The gate is open and the lock is broken. '.repeat(40)}`;
  const [first] = DEMAND_CUTS;
  const said = cutHumanText(given, { ...first!, size: 0 }, { isFirst: true })!;
  expect(said.split('Never push to main.')).toHaveLength(2);
});

test('hundreds of thousands of blank lines are no matter', () => {
  const given = `Go.${'\n'.repeat(200_000)}${'{"gate": 17}\n'.repeat(60)}`;
  expect(cutHumanText(given, DATA_CUTS[0]!)).toContain('Go.');
});
