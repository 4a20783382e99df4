import type { AtomKind } from '../words/atom-kind.ts';

/** What is known of an atom when its value is asked for; each is multiplied by its weight. */
export const ATOM_FEATURES = [
  'bias',
  'logAge',
  'logMessages',
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

export type AtomFeature = (typeof ATOM_FEATURES)[number];

export const LINE_FEATURES = [
  'bias',
  'logAge',
  'logMessages',
  'inArguments',
  'inReasoning',
  'inResult',
  'withFile',
] as const;

export type LineFeature = (typeof LINE_FEATURES)[number];

export type AtomWeights = Readonly<Record<AtomFeature, number>> & {
  /** Added by what the atom looks like. */
  readonly kinds: Readonly<Record<Exclude<AtomKind, 'plain'>, number>>;
};

/** Weights of a logistic model of later use, and what is decided beside it. Data: fit your own. */
export interface SalienceWeights {
  /** Atoms that person or model said themselves. */
  readonly named: AtomWeights;
  /** Atoms that only results of tools showed. */
  readonly shown: AtomWeights;
  readonly line: Readonly<Record<LineFeature, number>>;
  /** A plain word. */
  readonly plain: number;
  /** Factors for what was last seen before the newest 30 %, for what only tools showed, and for paths, files, ids and numbers. */
  readonly boosts: { readonly far: number; readonly shown: number; readonly strong: number };
}

/** Fitted on recorded sessions by `bench/src/salience/fit.ts`. */
export const DEFAULT_WEIGHTS: SalienceWeights = {
  named: {
    bias: -2.61,
    logAge: -0.35,
    logMessages: 0,
    logUnits: 0.14,
    inUserText: 0.52,
    inText: 0.6,
    inArguments: 0.59,
    inDefinition: 0.4,
    withFile: 0.43,
    topic: 0.22,
    capital: 0.12,
    smallResult: 0.14,
    kinds: { path: 0.43, file: -0.15, dotted: -0.36, camel: 0.04, snake: 0, kebab: -2.05, id: 0.7, number: -1.25 },
  },
  shown: {
    bias: -0.94,
    logAge: -0.64,
    logMessages: 0,
    logUnits: 0.43,
    inUserText: 0,
    inText: 0,
    inArguments: 0,
    inDefinition: 0.32,
    withFile: 0.81,
    topic: 0.71,
    capital: 0.75,
    smallResult: 0.61,
    kinds: { path: 0.16, file: -0.37, dotted: 0.65, camel: 0.06, snake: -0.48, kebab: -0.76, id: 1.04, number: -1.23 },
  },
  line: {
    bias: -2,
    logAge: -0.56,
    logMessages: 0.62,
    inArguments: 1.05,
    inReasoning: -1.7,
    inResult: -1.7,
    withFile: 0.96,
  },
  plain: 0.0004,
  boosts: { far: 1.7, shown: 1.7, strong: 1.2 },
};
