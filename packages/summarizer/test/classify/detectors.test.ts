import { OptionError } from '@palimpsest/core-types';
import { HARD_REASONS, classifyText, createClassifier } from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';

const TEXT = 'The ticket ABC-123 is about the blue door.';

test('a detector adds its reason after the built-in ones, and is hard by default', () => {
  const { classify, isHard } = createClassifier({
    detectors: [
      { name: 'colour', isHard: false, test: (text) => text.includes('blue') },
      { name: 'ticket', test: /\bABC-\d+/ },
    ],
  });
  expect(classify(`${TEXT} Write to anna@example.org.`)).toEqual({
    tier: 'T0',
    confidence: 0.85,
    reasons: ['email', 'colour', 'ticket'],
    isHard: true,
  });
  expect(isHard(TEXT)).toBe(true);
  expect(classify('The blue door.')).toMatchObject({ reasons: ['colour'], isHard: false });
  expect(isHard('The blue door.')).toBe(false);
  expect(classifyText(TEXT).reasons).toEqual([]);
});

test.each(['g', 'y', 'gy', 'giu'])(
  'a pattern with the flags %s gives the same result every time',
  (flags) => {
    const pattern = new RegExp('The ticket', flags);
    pattern.lastIndex = 3;
    const { classify, isHard } = createClassifier({
      detectors: [{ name: 'ticket', test: pattern }],
    });
    for (let round = 0; round < 4; round++) {
      expect(classify(TEXT).reasons).toEqual(['ticket']);
      expect(isHard(TEXT)).toBe(true);
    }
    expect(pattern.lastIndex).toBe(3);
  },
);

test('only the reasons in `hard` are hard, and other reasons are still reported', () => {
  const text = 'Write to anna@example.org.\n$ ls and wait a while';
  const { classify, isHard } = createClassifier({ hard: ['email'] });
  expect(classify(text)).toMatchObject({ reasons: ['shell_command', 'email'], isHard: true });
  expect(isHard('$ ls and wait a while')).toBe(false);
  expect(isHard('Write to anna@example.org.')).toBe(true);
  expect(createClassifier({ hard: [] }).classify(text).isHard).toBe(false);
});

test('a classifier without options equals classifyText', () => {
  const { classify } = createClassifier();
  fc.assert(
    fc.property(arbitraryText, (text) => {
      expect(classify(text)).toEqual(classifyText(text));
    }),
  );
});

test.each(['reasoning', 'toString', '__proto__', ''])('rejects "%s" as a hard reason', (name) => {
  const make = () => createClassifier({ hard: [...HARD_REASONS, name as Reason] });
  expect(make).toThrow(OptionError);
  expect(make).toThrow(
    new RegExp(
      `hard: expected a built-in reason: code_fence, .+, got "${name}"\\. Use a detector for other content\\.`,
    ),
  );
});

test.each([
  ['a built-in reason', [{ name: 'email', test: /a/ }]],
  [
    'another detector',
    [
      { name: 'own', test: /a/ },
      { name: 'own', test: /b/ },
    ],
  ],
])('rejects a detector with the name of %s', (_, detectors) => {
  expect(() => createClassifier({ detectors })).toThrow(OptionError);
  expect(() => createClassifier({ detectors })).toThrow(
    'a unique name that is not a built-in reason: code_fence, ',
  );
});

test('an invalid option throws an error with a code that names the option', () => {
  const detectors = [{ name: 'email', test: /a/ }];
  expect(() => createClassifier({ detectors })).toThrow(
    expect.objectContaining({
      name: 'OptionError',
      code: 'CLASSIFIER_OPTIONS',
      message: expect.stringMatching(/^detectors: expected a .*: code_fence, .*, got "email"\./),
    }),
  );
});

test('passes on an error that a detector throws', () => {
  const { classify } = createClassifier({
    detectors: [
      {
        name: 'broken',
        test: () => {
          throw new RangeError('no');
        },
      },
    ],
  });
  expect(() => classify(TEXT)).toThrow(RangeError);
});
