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
 * @throws {InvalidInputError} when a value is invalid, or an option is unknown
 */
export function readOptions(options: CompressOptions = {}): Settings {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidInputError(
      `Expected options as an object, got ${describeValue(options)}. Hand in { recencyWindow: 4, … }, or nothing for the defaults.`,
      'INVALID_OPTIONS',
    );
  }
  refuseUnknown(options);
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
  };
}

function messageCount(value: number): number {
  return Math.max(0, Math.floor(value));
}

/** Rejects options that are set and not in the list: ignoring them could lose what they keep. */
function refuseUnknown(options: object): void {
  const accepted = Object.keys(CHECKS);
  const isSet = ([name, value]: readonly [string, unknown]): boolean =>
    !accepted.includes(name) && ![undefined, null, false].includes(value as null);
  const [unknown] = Object.entries(options).find(isSet) ?? [];
  if (unknown === undefined) return;
  throw new InvalidInputError(
    `There is no option "${unknown}". Take it out; accepted are ${accepted.join(', ')}.`,
    'UNKNOWN_OPTION',
  );
}
