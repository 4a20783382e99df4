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

/** Which values an option accepts, and their description. */
type Check = readonly [isValid: (value: unknown) => boolean, expected: string];

const NUMBER: Check = [(value) => typeof value === 'number' && !Number.isNaN(value), 'a number'];
const BOOLEAN: Check = [(value) => typeof value === 'boolean', 'true or false'];
const FUNCTION: Check = [(value) => typeof value === 'function', 'a function'];

const CHECKS: { readonly [Name in keyof CompressOptions]-?: Check } = {
  preserve: [
    (value) =>
      value instanceof Set ||
      (Array.isArray(value) && value.every((role) => typeof role === 'string')),
    "a list of roles, such as ['system']",
  ],
  recencyWindow: NUMBER,
  sourceVersion: NUMBER,
  summarizer: FUNCTION,
  tokenBudget: NUMBER,
  minRecencyWindow: NUMBER,
  dedup: BOOLEAN,
  fuzzyDedup: BOOLEAN,
  fuzzyThreshold: [
    (value) => typeof value === 'number' && value > 0 && value <= 1,
    'a number above 0, at most 1',
  ],
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
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidInputError(
      `Expected options as an object, got ${describeValue(options)}. Hand in { recencyWindow: 4, … }, or nothing for the defaults.`,
      'INVALID_OPTIONS',
    );
  }
  const ignored = ignoredOptions(options);
  const given: Partial<Record<string, unknown>> = {};
  for (const [name, [isValid, expected]] of Object.entries(CHECKS)) {
    const value: unknown = options[name as keyof CompressOptions];
    if (value === undefined || value === null) continue;
    if (!isValid(value)) {
      throw new InvalidInputError(
        `${name}: expected ${expected}, got ${describeValue(value)}.`,
        'INVALID_OPTION',
      );
    }
    given[name] = value;
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
 * Returns the names of options of later versions that are set but have no effect.
 *
 * @throws {InvalidInputError} when ignoring an option would lose something, or when an option is unknown
 */
function ignoredOptions(options: object): string[] {
  const accepted = Object.keys(CHECKS);
  const others = Object.entries(options).filter(
    ([name, value]) => !accepted.includes(name) && !isOff(value),
  );
  const names = others.map(([name]) => name);
  const refused = names.find((name) => !HARMLESS.has(name));
  if (refused === undefined) return names;
  const loss = NEEDED.get(refused);
  const problem =
    loss === undefined
      ? `There is no option "${refused}".`
      : `The option "${refused}" came after version 1.0 of ContextCompressionEngine and is not offered here. ${loss}`;
  throw new InvalidInputError(
    `${problem} Take it out; accepted are ${accepted.join(', ')}.`,
    'UNKNOWN_OPTION',
  );
}
