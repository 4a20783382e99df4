import { OptionError } from '@palimpsest/core-types';
import type { TermKind } from '../words/term-kind.ts';

/** Features of a term; each is multiplied by its weight. */
export const TERM_FEATURES = [
  'bias',
  'logAge',
  'logUnits',
  'inUserText',
  'inText',
  'inArguments',
  'inDefinition',
  'withFile',
  'topic',
  'capital',
  'smallResult',
] as const;

type TermFeature = (typeof TERM_FEATURES)[number];

export const LINE_FEATURES = [
  'bias',
  'logAge',
  'logMessages',
  'inUserText',
  'inArguments',
  'inResult',
  'withFile',
] as const;

type LineFeature = (typeof LINE_FEATURES)[number];

export type TermWeights = Readonly<Record<TermFeature, number>> & {
  /** Weight by the kind of the term. */
  readonly kinds: Readonly<Record<Exclude<TermKind, 'plain'>, number>>;
};

/** Weights of a logistic model of later use, and related constants. Data: you can fit your own. */
export interface SalienceWeights {
  /** Terms that a user or the model mentioned. */
  readonly named: TermWeights;
  /** Terms that occur only in tool results. */
  readonly shown: TermWeights;
  readonly line: Readonly<Record<LineFeature, number>>;
  /** Sentences of prose, by user and model. */
  readonly sentence: Readonly<
    Record<'bias' | 'logWords' | 'logRarity' | 'logAge' | 'inUserText' | 'inFirstRequest', number>
  >;
  /** Weight of a whole line relative to its terms, at least 0. */
  readonly lineShare: number;
  /** A plain word. Of what people and the agent say, most has nothing else. */
  readonly plain: number;
  readonly boosts: {
    /** Last mentioned before the newest 30 %. */
    readonly far: number;
    /** Occurs only in tool results. */
    readonly shown: number;
    /** A whole line of the newest task, if that is too long to stay unchanged. */
    readonly taskLine: number;
    /** A whole line that an edit wrote. */
    readonly written: number;
    /** A sentence of prose, beyond its terms. */
    readonly sentence: number;
  };
}

/**
 * The default weights. `named`, `shown` and `line` come from a logistic regression on recorded sessions with the same features, `withFile` and the
 * other weights from measuring retention.
 */
export const DEFAULT_WEIGHTS: SalienceWeights = {
  named: {
    bias: -1.8,
    logAge: -0.435,
    logUnits: -0.064,
    inUserText: 0.59,
    inText: 0.65,
    inArguments: 0.559,
    inDefinition: 0.487,
    withFile: 0.287,
    topic: 0.25,
    capital: 0.173,
    smallResult: 0.193,
    kinds: {
      path: 0,
      file: 0,
      dotted: 0,
      camel: 0,
      snake: 0,
      kebab: -2.071,
      id: 0.501,
      number: -1.604,
    },
  },
  shown: {
    bias: -4.024,
    logAge: -0.544,
    logUnits: 0.323,
    inUserText: 0,
    inText: 0,
    inArguments: 0,
    inDefinition: 0.292,
    withFile: 0.446,
    topic: 0.501,
    capital: 0.672,
    smallResult: 0.346,
    kinds: {
      path: 0,
      file: 0,
      dotted: 0,
      camel: 0,
      snake: 0,
      kebab: -1.082,
      id: 0.962,
      number: -1.54,
    },
  },
  line: {
    bias: -2.419,
    logAge: -0.516,
    logMessages: 0.627,
    inUserText: -0.557,
    inArguments: 1.045,
    inResult: -1.651,
    withFile: 1.7,
  },
  sentence: {
    bias: -5,
    logWords: 0.7,
    logRarity: 0.4,
    logAge: -0.5,
    inUserText: -0.4,
    inFirstRequest: 1.2,
  },
  lineShare: 0.8,
  plain: 0.0004,
  boosts: {
    far: 3,
    shown: 2.5,
    taskLine: 30,
    written: 3,
    sentence: 6,
  },
};

/**
 * Checks that every weight is a number.
 *
 * @throws {OptionError} for the first invalid weight
 */
export function checkWeights(weights: SalienceWeights): void {
  checkNumbers('weights', weights, DEFAULT_WEIGHTS);
  const { lineShare } = weights;
  if (lineShare < 0) throw new OptionError('weights.lineShare', lineShare, 'at least 0');
}

/** Checks that a value has a number wherever the example has one. */
function checkNumbers(path: string, value: unknown, example: object): void {
  if (typeof value !== 'object' || value === null) {
    throw new OptionError(path, value, 'a record of weights, all of DEFAULT_WEIGHTS');
  }
  for (const [key, usual] of Object.entries(example)) {
    const given = (value as Readonly<Record<string, unknown>>)[key];
    const name = `${path}.${key}`;
    if (typeof usual === 'object') checkNumbers(name, given, usual as object);
    else if (!Number.isFinite(given)) throw new OptionError(name, given, 'a finite number');
  }
}
