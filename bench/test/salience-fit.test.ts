import { TERM_FEATURES, DEFAULT_WEIGHTS, LINE_FEATURES } from '@palimpsest/strategy-salience/rank';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { createDice } from '../src/dice.ts';
import { areaUnderCurve } from '../src/salience/area-under-curve.ts';
import { fitWeights } from '../src/salience/fit-weights.ts';
import { fitLogistic, logOdds, type Sample } from '../src/salience/logistic.ts';
import { NAME_KINDS } from '../src/salience/samples.ts';

const sample = (isUsed: boolean, ...features: number[]): Sample => ({
  features: Float64Array.from(features),
  isUsed,
});

/** Draws samples that are used with the probability that the weights give. */
function drawn(weights: readonly number[], count: number): Sample[] {
  const { roll, chance } = createDice(1);
  return Array.from({ length: count }, () => {
    const features = Float64Array.from(weights, (_, at) => (at === 0 ? 1 : roll() * 4 - 2));
    const odds = logOdds(Float64Array.from(weights), features);
    return { features, isUsed: chance(1 / (1 + Math.exp(-odds))) };
  });
}

describe('logistic regression', () => {
  test('finds the weights from which the samples were drawn', () => {
    const weights = [-1.5, 0.8, -0.4, 0, 2];
    const fitted = fitLogistic(drawn(weights, 40_000), weights.length);
    for (const [at, weight] of weights.entries()) {
      expect(Math.abs(fitted[at]! - weight)).toBeLessThan(0.06);
    }
  });

  test('gives an indicator feature the odds of its group', () => {
    const samples = [
      ...Array.from({ length: 300 }, (_, at) => sample(at < 75, 1, 0)),
      ...Array.from({ length: 300 }, (_, at) => sample(at < 200, 1, 1)),
    ];
    const [bias, inGroup] = fitLogistic(samples, 2, 0);
    expect(bias).toBeCloseTo(Math.log(75 / 225), 6);
    expect(bias! + inGroup!).toBeCloseTo(Math.log(200 / 100), 6);
  });

  test('gives a constant feature no weight, and separable samples small weights', () => {
    const samples = [sample(true, 1, 0), sample(true, 1, 0), sample(false, -1, 0)];
    const [weight, unseen] = fitLogistic(samples, 2);
    expect(unseen).toBe(0);
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(2);
  });
});

/** Returns the area with the feature itself as the score. */
const area = (...samples: readonly Sample[]): number => areaUnderCurve(samples, Float64Array.of(1));

describe('area under the curve', () => {
  test.each([
    ['every used one above', 1, [sample(false, 1), sample(true, 2), sample(true, 3)]],
    ['every used one below', 0, [sample(true, 1), sample(false, 2)]],
    [
      'three of four pairs in order',
      0.75,
      [sample(false, 1), sample(true, 2), sample(false, 3), sample(true, 4)],
    ],
    ['all alike', 0.5, [sample(false, 1), sample(true, 1), sample(false, 1)]],
    ['a tie counts half', 0.75, [sample(false, 1), sample(true, 2), sample(false, 2)]],
    ['nothing to compare', 0.5, [sample(true, 1)]],
  ])('%s: %d', (_name, expected, samples) => {
    expect(area(...samples)).toBe(expected);
    expect(area(...samples.toReversed())).toBe(expected);
  });
});

/** Returns a sample with a single feature set. */
const only = (at: number, length: number, isUsed: boolean): Sample =>
  sample(isUsed, ...Array.from({ length }, (_, feature) => (feature === at ? 1 : 0)));

test('fits weights table by table, each at the place of its feature', () => {
  const features = TERM_FEATURES.length + NAME_KINDS.length;
  const many = (at: number, length: number, isUsed: boolean): Sample[] =>
    Array.from({ length: 50 }, () => only(at, length, isUsed));
  const { weights, tables } = fitWeights({
    named: many(TERM_FEATURES.indexOf('withFile'), features, true),
    shown: many(TERM_FEATURES.length + NAME_KINDS.indexOf('number'), features, false),
    lines: [
      ...many(LINE_FEATURES.indexOf('inResult'), LINE_FEATURES.length, false),
      only(LINE_FEATURES.indexOf('inArguments'), LINE_FEATURES.length, true),
    ],
  });
  expect(weights.named.withFile).toBeGreaterThan(2);
  expect(weights.named.logAge).toBe(0);
  expect(weights.shown.kinds.number).toBeLessThan(-2);
  expect(weights.shown.kinds.path).toBe(0);
  expect(weights.line.inResult).toBeLessThan(-2);
  expect(weights.line.inArguments).toBeGreaterThan(0);
  const { lineShare, plain, boosts } = DEFAULT_WEIGHTS;
  expect(weights).toMatchObject({ lineShare, plain, boosts });
  expect(tables).toEqual([
    { name: 'named', samples: 50, used: 50, areaUnderCurve: 0.5 },
    { name: 'shown', samples: 50, used: 0, areaUnderCurve: 0.5 },
    { name: 'lines', samples: 51, used: 1, areaUnderCurve: 1 },
  ]);
});

const keys = (value: object): string[] => Object.keys(value).toSorted();

const command = fileURLToPath(new URL('../src/salience/fit.ts', import.meta.url));
const run = (...options: readonly string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, ['--conditions=@palimpsest/source', command, ...options]);

describe('the fit command', { timeout: 300_000 }, () => {
  test.skipIf(!hasCorpus)(
    'prints weights as valid code, and different ones for a half',
    async () => {
      const options = ['--file', 'sample', '--cut', '70'];
      const [whole, tune] = [await run(...options), await run(...options, '--half', 'tune')];
      const code = /^export const WEIGHTS: SalienceWeights = (\{.*\});$/ms.exec(whole.stdout)![1]!;
      const weights = JSON.parse(
        code.replaceAll(/(\w+):/g, '"$1":').replaceAll(/,(\s*\})/g, '$1'),
      ) as typeof DEFAULT_WEIGHTS;
      expect(keys(weights)).toEqual(keys(DEFAULT_WEIGHTS));
      expect(keys(weights.named)).toEqual(keys(DEFAULT_WEIGHTS.named));
      expect(keys(weights.shown.kinds)).toEqual(keys(DEFAULT_WEIGHTS.shown.kinds));
      expect(keys(weights.line)).toEqual(keys(DEFAULT_WEIGHTS.line));
      expect(weights.line.logAge).toBeLessThan(0);
      expect(tune.stdout).not.toBe(whole.stdout);
    },
  );

  test.each([
    [['--half', 'both'], /--half: expected one of tune, judge, got both\./],
    [['--file', 'none'], /--file: expected one of coding-claude-code.*, got none\./],
    [['--cut', '60'], /--cut: expected one of 50, 70, 85, got 60\./],
  ])('refuses %j and says what it accepts', async (options, message) => {
    await expect(run(...options)).rejects.toThrow(message);
  });
});
