import { createCalibration } from '../../src/tokens/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** Returns a calibration that observed a report of each ratio. */
const learn = (ratios: readonly number[], model?: string) => {
  const calibration = createCalibration();
  for (const ratio of ratios) {
    calibration.observe({
      estimatedTokens: 1_000,
      reportedTokens: ratio * 1_000,
      ...(model === undefined ? {} : { model }),
    });
  }
  return calibration;
};

test('corrects half of an underestimate after one report, and seven eighths after three', () => {
  expect(learn([2]).ratio()).toBe(1.5);
  expect(learn([2, 2, 2]).ratio()).toBe(1.875);
  expect(learn([2]).correct(1_001)).toBe(1_502);
});

test('the report of a refused request sets the ratio', () => {
  const calibration = learn([3]);
  const refused = { estimatedTokens: 1_000, isRefused: true };
  calibration.observe({ ...refused, reportedTokens: 2_500 });
  expect(calibration.ratio()).toBe(2.5);
  calibration.observe({ ...refused, reportedTokens: 1_500 });
  expect(calibration.ratio()).toBe(1.5);
});

test('the ratio stays between the smallest and the largest report, and between 0.5 and 4', () => {
  const ratios = fc.array(fc.double({ min: 0, max: 20, noNaN: true }));
  fc.assert(
    fc.property(ratios, (reported) => {
      const ratio = learn(reported).ratio();
      expect(ratio).toBeGreaterThanOrEqual(Math.max(0.5, Math.min(1, ...reported)));
      expect(ratio).toBeLessThanOrEqual(Math.min(4, Math.max(1, ...reported)));
    }),
  );
});

test('learns each model separately', () => {
  const calibration = learn([3], 'one');
  expect(calibration.ratio('one')).toBe(2);
  expect(calibration.ratio('other')).toBe(1);
  expect(calibration.ratio('constructor')).toBe(1);
  expect(calibration.ratio()).toBe(1);
});

test('ignores invalid reports', () => {
  const calibration = createCalibration();
  const invalid = [
    { estimatedTokens: 0, reportedTokens: 5 },
    { estimatedTokens: 99, reportedTokens: 400 },
    { estimatedTokens: 1_000, reportedTokens: 0 },
    { estimatedTokens: 1_000, reportedTokens: 499 },
    { estimatedTokens: 1_000, reportedTokens: Number.NaN },
    { estimatedTokens: Number.NaN, reportedTokens: 1_000 },
    { estimatedTokens: 1_000, reportedTokens: Infinity },
    { estimatedTokens: -1_000, reportedTokens: -2_000 },
  ];
  for (const report of invalid) expect(calibration.observe(report)).toBe(false);
  expect(calibration.ratio()).toBe(1);
  expect(calibration.observe({ estimatedTokens: 100, reportedTokens: 100 })).toBe(true);
});

test('restores the ratios from JSON', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.double({ min: 0.5, max: 4, noNaN: true })),
      (reports) => {
        const calibration = createCalibration();
        for (const [model, ratio] of Object.entries(reports)) {
          calibration.observe({ model, estimatedTokens: 1_000, reportedTokens: 1_000 * ratio });
        }
        const restored = createCalibration(JSON.parse(JSON.stringify(calibration)));
        for (const model of Object.keys(reports)) {
          expect(restored.ratio(model)).toBe(calibration.ratio(model));
        }
        expect(restored.toJSON()).toEqual(calibration.toJSON());
      },
    ),
  );
});

test('rejects invalid JSON with the path of the invalid value', () => {
  const json = learn([2], 'one').toJSON();
  const invalid: readonly (readonly [json: unknown, option: string])[] = [
    ['{}', 'json'],
    [{ ...json, kind: 'other' }, 'json.kind'],
    [{ ...json, format: 2 }, 'json.format'],
    [{ ...json, models: {} }, 'json.models'],
    [{ ...json, models: [null] }, 'json.models[0]'],
    [{ ...json, models: [{ model: 1, ratio: 1 }] }, 'json.models[0].model'],
    [{ ...json, models: [{ model: 'one', ratio: 0.1 }] }, 'json.models[0].ratio'],
    [{ ...json, models: [{ model: 'one', ratio: 'much' }] }, 'json.models[0].ratio'],
  ];
  for (const [value, option] of invalid) {
    expect(() => createCalibration(value)).toThrow(
      expect.objectContaining({ option, code: 'INVALID_CALIBRATION_JSON' }),
    );
  }
});
