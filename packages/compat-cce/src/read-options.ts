import { describeValue } from '@palimpsest/core-types';
import { InvalidInputError } from './invalid-input-error.ts';
import { ignoredOptions } from './later-options.ts';
import type { CompressOptions, Summarizer } from './options.ts';
import { checkedCounter, defaultTokenCounter, type TokenCounter } from './token-counter.ts';

/** The options of a call with all defaults applied. */
export interface Settings {
  readonly preserve: ReadonlySet<string>;
  /** A whole number, 0 or more; may be infinite. */
  readonly recencyWindow: number;
  readonly sourceVersion: number;
  readonly summarizer: Summarizer | undefined;
  readonly tokenBudget: number | undefined;
  /** A whole number, 0 or more; may be infinite. */
  readonly minRecencyWindow: number;
  readonly dedup: boolean;
  readonly fuzzyDedup: boolean;
  readonly fuzzyThreshold: number;
  readonly embedSummaryId: boolean;
  readonly forceConverge: boolean;
  readonly tokenCounter: TokenCounter;
  readonly compressionThreshold: number | undefined;
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
  return {
    preserve: new Set(given.preserve ?? ['system']),
    recencyWindow: messageCount(given.recencyWindow ?? 4),
    sourceVersion: given.sourceVersion ?? 0,
    summarizer: given.summarizer,
    tokenBudget: given.tokenBudget,
    minRecencyWindow: messageCount(given.minRecencyWindow ?? 0),
    dedup: given.dedup ?? true,
    fuzzyDedup: given.fuzzyDedup ?? false,
    fuzzyThreshold: given.fuzzyThreshold ?? 0.85,
    embedSummaryId: given.embedSummaryId ?? false,
    forceConverge: given.forceConverge ?? false,
    tokenCounter: checkedCounter(given.tokenCounter ?? defaultTokenCounter),
    compressionThreshold: given.compressionThreshold,
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
