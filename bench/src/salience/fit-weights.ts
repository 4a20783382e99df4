import {
  TERM_FEATURES,
  DEFAULT_WEIGHTS,
  LINE_FEATURES,
  type TermWeights,
  type SalienceWeights,
} from '@palimpsest/strategy-salience/rank';
import { areaUnderCurve } from './area-under-curve.ts';
import { fitLogistic, type Sample } from './logistic.ts';
import { NAME_KINDS, type Samples } from './samples.ts';

/** Weights of the value model, and how well each table separates used from unused samples. */
export interface FittedWeights {
  readonly weights: SalienceWeights;
  readonly tables: readonly FittedTable[];
}

interface FittedTable {
  readonly name: keyof Samples;
  readonly samples: number;
  readonly used: number;
  /** Area under the ROC curve, on the samples of the fit. */
  readonly areaUnderCurve: number;
}

/** Fits the three tables and rounds them to three digits. Constants that are not fitted keep their default. */
export function fitWeights({ named, shown, lines }: Samples): FittedWeights {
  const size = TERM_FEATURES.length + NAME_KINDS.length;
  const fitted = {
    named: fitLogistic(named, size),
    shown: fitLogistic(shown, size),
    lines: fitLogistic(lines, LINE_FEATURES.length),
  };
  const table = (name: keyof Samples, samples: readonly Sample[]): FittedTable => ({
    name,
    samples: samples.length,
    used: samples.filter(({ isUsed }) => isUsed).length,
    areaUnderCurve: areaUnderCurve(samples, fitted[name]),
  });
  return {
    weights: {
      ...DEFAULT_WEIGHTS,
      named: termWeights(fitted.named),
      shown: termWeights(fitted.shown),
      line: byName(LINE_FEATURES, fitted.lines),
    },
    tables: [table('named', named), table('shown', shown), table('lines', lines)],
  };
}

function termWeights(weights: Float64Array): TermWeights {
  return {
    ...byName(TERM_FEATURES, weights),
    kinds: byName(NAME_KINDS, weights.subarray(TERM_FEATURES.length)),
  };
}

function byName<Name extends string>(
  names: readonly Name[],
  weights: Float64Array,
): Record<Name, number> {
  const rounded = names.map((name, at) => [name, Math.round(weights[at]! * 1_000) / 1_000]);
  return Object.fromEntries(rounded) as Record<Name, number>;
}
