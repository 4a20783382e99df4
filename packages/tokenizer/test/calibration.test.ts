import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCalibration } from '../src/index.ts';

test('the first report counts fully, later ones by their weight', () => {
  const calibration = createCalibration({ weight: 0.5 });
  calibration.record({ model: 'm', estimated: 100, reported: 120 });
  expect(calibration.correct('m', 1_000)).toBe(1_200);
  calibration.record({ model: 'm', estimated: 100, reported: 100 });
  expect(calibration.correct('m', 1_000)).toBe(1_100);
});

test('a model nobody reported on is left alone', () => {
  const calibration = createCalibration();
  calibration.record({ model: 'm', estimated: 100, reported: 150 });
  expect(calibration.correct('other', 1_000)).toBe(1_000);
});

test('no report pulls an estimate beyond half or double', () => {
  const calibration = createCalibration();
  calibration.record({ model: 'high', estimated: 1, reported: 1_000 });
  calibration.record({ model: 'low', estimated: 1_000, reported: 1 });
  expect(calibration.correct('high', 100)).toBe(200);
  expect(calibration.correct('low', 100)).toBe(50);
});

test.each([0, -1, Number.NaN, Infinity])('a sample of %d is ignored', (broken) => {
  const calibration = createCalibration();
  calibration.record({ model: 'm', estimated: 100, reported: broken });
  calibration.record({ model: 'm', estimated: broken, reported: 100 });
  expect(calibration.toJSON()).toEqual({ ratios: {} });
});

test('a calibration goes through JSON and stays what it was', () => {
  const samples = fc.array(
    fc.record({
      model: fc.constantFrom('a', 'b', '__proto__', 'constructor'),
      estimated: fc.integer({ min: 1, max: 1_000 }),
      reported: fc.integer({ min: 1, max: 1_000 }),
    }),
  );
  fc.assert(
    fc.property(samples, (found) => {
      const calibration = createCalibration();
      for (const sample of found) calibration.record(sample);
      const from = JSON.parse(JSON.stringify(calibration)) as ReturnType<typeof calibration.toJSON>;
      const again = createCalibration({ from });
      for (const model of ['a', 'b', '__proto__', 'constructor'])
        expect(again.correct(model, 777)).toBe(calibration.correct(model, 777));
    }),
  );
});

test('a saved state that was tampered with is brought back into bounds', () => {
  const ratios = { a: 50, b: Number.NaN, c: 'x' } as unknown as Record<string, number>;
  const calibration = createCalibration({ from: { ratios } });
  expect(calibration.correct('a', 100)).toBe(200);
  expect(calibration.correct('b', 100)).toBe(100);
  expect(calibration.correct('c', 100)).toBe(100);
});
