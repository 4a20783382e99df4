import { expect, test } from 'vitest';
import { createSalience } from '../../src/salience.ts';
import { DEFAULT_WEIGHTS, type SalienceWeights } from '../../src/value/weights.ts';

test.each<[string, unknown]>([
  ['weights', null],
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
  ['weights.lineShare', { ...DEFAULT_WEIGHTS, lineShare: -1 }],
])('rejects invalid weights: %s', (option, weights) => {
  const creating = (): unknown => createSalience({ weights: weights as SalienceWeights });
  expect(creating).toThrow(expect.objectContaining({ name: 'OptionError', option }));
});
