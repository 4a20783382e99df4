import { PalimpsestError, OptionError } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { checkWeights } from '../../src/value/weights.ts';
import { createTextParser, DEFAULT_WEIGHTS, rank, type SalienceWeights } from '../../src/rank.ts';

const reader = createTextParser();
const reading = reader.read('A line that says something.');
const passages = [{ role: 'text', message: 4, reading } as const];

const lineShare = (given: Partial<SalienceWeights['lineShare']>): SalienceWeights => ({
  ...DEFAULT_WEIGHTS,
  lineShare: { ...DEFAULT_WEIGHTS.lineShare, ...given },
});

describe('rejects invalid options', () => {
  test.each([
    ['budget', Number.NaN],
    ['budget', '7'],
    ['budget', undefined],
    ['messages', 4],
    ['messages', 5.5],
    ['messages', Infinity],
    ['messages', Number.NaN],
    ['lineShare', -0.1],
    ['lineShare', Number.NaN],
    ['lineShare', Infinity],
    ['weights', null],
  ])('%s: %s', (option, value) => {
    const ranking = (): unknown => rank(passages, { reader, budget: 1, [option]: value });
    expect(ranking).toThrow(OptionError);
    expect(ranking).toThrow(PalimpsestError);
    expect(ranking).toThrow(expect.objectContaining({ option, code: 'INVALID_OPTION' }));
  });

  test.each<[string, unknown]>([
    ['weights.shown', { ...DEFAULT_WEIGHTS, shown: 7 }],
    [
      'weights.shown.kinds.id',
      {
        ...DEFAULT_WEIGHTS,
        shown: {
          ...DEFAULT_WEIGHTS.shown,
          kinds: { ...DEFAULT_WEIGHTS.shown.kinds, id: Number.NaN },
        },
      },
    ],
    ['weights.line.bias', { ...DEFAULT_WEIGHTS, line: { ...DEFAULT_WEIGHTS.line, bias: '1' } }],
    ['weights.plain', { ...DEFAULT_WEIGHTS, plain: undefined }],
    ['weights.lineShare.full', lineShare({ full: -1 })],
    ['weights.lineShare.ample', lineShare({ ample: 0 })],
  ])('%s', (option, weights) => {
    const checking = (): unknown => checkWeights(weights as SalienceWeights);
    expect(checking).toThrow(expect.objectContaining({ name: 'OptionError', option }));
    const given = { reader, budget: 1, weights: weights as SalienceWeights };
    expect(() => rank(passages, given)).toThrow(expect.objectContaining({ option }));
  });
});

test('accepts boundary values, an empty list of passages and the default weights', () => {
  for (const budget of [-1, 0.5, Infinity])
    expect(rank(passages, { reader, budget }).unitIndex.messages).toBe(5);
  expect(rank(passages, { reader, budget: 1, messages: 5, lineShare: 0 }).unitIndex.messages).toBe(
    5,
  );
  expect(rank([], { reader, budget: 1 }).unitIndex.messages).toBe(0);
  expect(() => checkWeights(DEFAULT_WEIGHTS)).not.toThrow();
});
