import { splitFences } from '@palimpsest/text';
import {
  HARD_REASONS,
  REASONS,
  SOFT_REASONS,
  classifyText,
  createClassifier,
  decide,
} from '@palimpsest/summarizer/classify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';
import { candidate } from './rules.ts';

const withLineEnd = (text: string, end: string) =>
  text.replaceAll(/\r\n?|\n/g, '\n').replaceAll('\n', end);

test('gives the same classification for LF, CR LF and CR', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const expected = classifyText(withLineEnd(text, '\n'));
      expect(classifyText(withLineEnd(text, '\r\n'))).toEqual(expected);
      expect(classifyText(withLineEnd(text, '\r'))).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('gives the same decision for LF and CR LF', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const [first, second] = ['\n', '\r\n'].map((end) =>
        decide(candidate({ text: withLineEnd(text, end) })),
      );
      expect(second).toEqual(first);
    }),
    { numRuns: 1_000 },
  );
});

test('a classification is consistent and repeatable', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const classification = classifyText(text);
      const { tier, confidence, reasons, isHard } = classification;
      expect(reasons).toEqual(REASONS.filter((reason) => reasons.includes(reason)));
      expect(isHard).toBe(HARD_REASONS.some((reason) => reasons.includes(reason)));
      expect(tier === 'T0').toBe(reasons.length > 0);
      expect(confidence).toBe(
        reasons.length === 0 ? 0.65 : Math.min(0.95, (70 + 5 * reasons.length) / 100),
      );
      expect(classifyText(text)).toEqual(classification);
    }),
    { numRuns: 1_000 },
  );
});

test('isHard agrees with classify for any set of hard reasons', () => {
  const hard = fc.subarray([...REASONS]);
  fc.assert(
    fc.property(arbitraryText, hard, (text, reasons) => {
      const classifier = createClassifier({ hard: reasons });
      expect(classifier.isHard(text)).toBe(classifier.classify(text).isHard);
    }),
    { numRuns: 1_000 },
  );
});

test('reports a fence exactly when splitFences finds one', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const hasFence = splitFences(text).some(({ kind }) => kind === 'fence');
      expect(classifyText(text).reasons.includes('code_fence')).toBe(hasFence);
    }),
    { numRuns: 2_000 },
  );
});

test('calls a detector once, with the unchanged text', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const seen: string[] = [];
      const { classify } = createClassifier({
        detectors: [{ name: 'seen', test: (given) => seen.push(given) === 0 }],
      });
      expect(classify(text)).toEqual(classifyText(text));
      expect(seen).toEqual([text]);
    }),
  );
});

test('each reason is unique, and either hard or soft', () => {
  expect(new Set(REASONS).size).toBe(REASONS.length);
  expect(REASONS).toEqual([...HARD_REASONS, ...SOFT_REASONS]);
});
