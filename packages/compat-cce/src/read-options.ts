import { describeValue } from '@palimpsest/core-types';
import { InvalidInputError } from './invalid-input-error.ts';
import type { CompressOptions } from './options.ts';
import { checkedCounter, defaultTokenCounter } from './token-counter.ts';

/** Options that have no default. */
type Optional = Pick<CompressOptions, 'summarizer' | 'tokenBudget' | 'compressionThreshold'>;
type Defaulted = Omit<CompressOptions, keyof Optional>;
type Defaults = { readonly [Name in keyof Defaulted]-?: NonNullable<Defaulted[Name]> };

const DEFAULTS: Defaults = {
  preserve: ['system'],
  recencyWindow: 4,
  sourceVersion: 0,
  minRecencyWindow: 0,
  dedup: true,
  fuzzyDedup: false,
  fuzzyThreshold: 0.85,
  embedSummaryId: false,
  forceConverge: false,
  tokenCounter: defaultTokenCounter,
};

/** The options of a call with all defaults applied. The windows are whole numbers, 0 or more, and may be infinite. */
export interface Settings extends Omit<Defaults, 'preserve'>, Readonly<Optional> {
  readonly preserve: ReadonlySet<string>;
  /** Options that are set but have no effect. */
  readonly ignored: readonly string[];
}

interface Accepted {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

const NUMBER: Accepted = {
  words: 'a number',
  fits: (value) => typeof value === 'number' && !Number.isNaN(value),
};
const SHARE: Accepted = {
  words: 'a number above 0, at most 1',
  fits: (value) => typeof value === 'number' && value > 0 && value <= 1,
};
const BOOLEAN: Accepted = {
  words: 'true or false',
  fits: (value) => typeof value === 'boolean',
};
const FUNCTION: Accepted = {
  words: 'a function',
  fits: (value) => typeof value === 'function',
};
const ROLES: Accepted = {
  words: "a list of roles, such as ['system']",
  fits: (value) => {
    if (value instanceof Set) return true;
    return Array.isArray(value) && value.every((role) => typeof role === 'string');
  },
};

const ACCEPTED: { readonly [Name in keyof CompressOptions]-?: Accepted } = {
  preserve: ROLES,
  recencyWindow: NUMBER,
  sourceVersion: NUMBER,
  summarizer: FUNCTION,
  tokenBudget: NUMBER,
  minRecencyWindow: NUMBER,
  dedup: BOOLEAN,
  fuzzyDedup: BOOLEAN,
  fuzzyThreshold: SHARE,
  embedSummaryId: BOOLEAN,
  forceConverge: BOOLEAN,
  tokenCounter: FUNCTION,
  compressionThreshold: NUMBER,
};

/**
 * Validates the options and applies the defaults.
 *
 * @throws {InvalidInputError} when a value is invalid, or when ignoring an option would lose something
 */
export function readOptions(options: CompressOptions = {}): Settings {
  checkObject(options);
  const ignored = ignoredOptions(options, Object.keys(ACCEPTED));
  const given: CompressOptions = {};
  for (const [name, { words, fits }] of Object.entries(ACCEPTED)) {
    const value: unknown = options[name as keyof CompressOptions];
    if (value === undefined || value === null) continue;
    if (!fits(value)) {
      throw new InvalidInputError(
        `${name}: expected ${words}, got ${describeValue(value)}.`,
        'INVALID_OPTION',
      );
    }
    Object.assign(given, { [name]: value });
  }
  const settings = { ...DEFAULTS, ...given } as CompressOptions & Defaults;
  return {
    ...settings,
    preserve: new Set(settings.preserve),
    recencyWindow: messageCount(settings.recencyWindow),
    minRecencyWindow: messageCount(settings.minRecencyWindow),
    tokenCounter: checkedCounter(settings.tokenCounter),
    ignored,
  };
}

function messageCount(value: number): number {
  return Math.max(0, Math.floor(value));
}

function checkObject(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new InvalidInputError(
    `Expected options as an object, got ${describeValue(options)}. Hand in { recencyWindow: 4, … }, or nothing for the defaults.`,
    'INVALID_OPTIONS',
  );
}

/**
 * Options added to ContextCompressionEngine after 1.0 that only save more, or save differently. Without them the result is larger or worded
 * differently, but nothing is lost.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'agentToolPrepass',
  'budgetStrategy',
  'classifierMode',
  'clusterThreshold',
  'compressionDepth',
  'contradictionDetection',
  'contradictionTopicThreshold',
  'conversationFlow',
  'coreference',
  'discourseAware',
  'entropyScorer',
  'entropyScorerMode',
  'importanceThreshold',
  'mlTokenClassifier',
  'observationThreshold',
  'relevanceThreshold',
  'semanticClustering',
]);

/** Options that keep messages or add to the result, with the loss if they were ignored. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['adapters', 'What they would have kept would be compressed.'],
  ['classifier', 'What it would have kept would be compressed.'],
  ['importanceScoring', 'What it would have kept would be compressed.'],
  ['preservePatterns', 'What they match would be compressed. List the roles to keep in preserve.'],
  ['trace', 'The result would have no trace.'],
]);

/** Returns whether ContextCompressionEngine treats a value like an absent option. */
function isOff(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}

/**
 * Checks the options that are not in `accepted`.
 *
 * @returns names of options that are set but have no effect
 * @throws {InvalidInputError} when ignoring an option would lose something, or when an option is unknown
 */
function ignoredOptions(options: object, accepted: readonly string[]): string[] {
  const set = Object.entries(options).filter(([name, value]) => {
    return !accepted.includes(name) && !isOff(value);
  });
  for (const [name] of set) {
    if (HARMLESS.has(name)) continue;
    const loss = NEEDED.get(name);
    const problem =
      loss === undefined
        ? `There is no option "${name}".`
        : `The option "${name}" came after version 1.0 of ContextCompressionEngine and is not offered here. ${loss}`;
    throw new InvalidInputError(
      `${problem} Take it out; accepted are ${accepted.join(', ')}.`,
      'UNKNOWN_OPTION',
    );
  }
  return set.map(([name]) => name);
}
