import { InvalidInputError, unexpected } from './invalid-input-error.ts';
import { contentLength, idText, type Message } from './message.ts';

/** Shortens a text. A result that is empty or not shorter than the text is not used. */
export type Summarizer = (text: string) => Promise<string> | string;

/** Tokens of one message: a finite number, 0 or more. */
export type TokenCounter = (message: Message) => number;

/** The options of ContextCompressionEngine 1.0, plus `compressionThreshold`. `null` counts as absent. */
export interface CompressOptions {
  /** Roles whose messages stay unchanged. @default ['system'] */
  preserve?: readonly string[] | undefined;
  /** Number of newest messages that stay unchanged, whatever their role. @default 4 */
  recencyWindow?: number | undefined;
  /** Stored in provenance and statistics. @default 0 */
  sourceVersion?: number | undefined;
  /** Summarizes prose and makes the call asynchronous. If it fails or its result is unusable, the summary is made without it. */
  summarizer?: Summarizer | undefined;
  /** Target for the result, in tokens. Replaces `recencyWindow`: the largest window that fits is used. */
  tokenBudget?: number | undefined;
  /** Minimum recency window with a `tokenBudget`. @default 0 */
  minRecencyWindow?: number | undefined;
  /** Replaces equal texts by references to one copy. @default true */
  dedup?: boolean | undefined;
  /** Replaces nearly equal texts by references to one copy. @default false */
  fuzzyDedup?: boolean | undefined;
  /** Minimum share of equal lines of nearly equal texts; above 0, at most 1. @default 0.85 */
  fuzzyThreshold?: number | undefined;
  /** Adds the id of a summary to its text: `[summary#<id>: …]`. @default false */
  embedSummaryId?: boolean | undefined;
  /** Truncates old messages if the budget is not met otherwise. @default false */
  forceConverge?: boolean | undefined;
  /** @default `defaultTokenCounter` */
  tokenCounter?: TokenCounter | undefined;
  /** Below this token count the messages stay unchanged. */
  compressionThreshold?: number | undefined;
}

/** Options that make the call asynchronous. */
export interface AsyncCompressOptions extends CompressOptions {
  summarizer: Summarizer;
}

/** Options that keep the call synchronous. */
export interface SyncCompressOptions extends CompressOptions {
  summarizer?: undefined;
}

/**
 * Returns one token per 3.5 UTF-16 units of content, rounded up for each message, as in ContextCompressionEngine. Ignores tool calls and
 * undercounts Chinese and Japanese text; `estimateTokens` of `@palimpsest/engine/tokens` considers the script.
 */
export function defaultTokenCounter(message: Message): number {
  return Math.ceil(contentLength(message) / 3.5);
}

/** Options that have no default. */
type Optional = 'summarizer' | 'tokenBudget' | 'compressionThreshold';
type Defaults = {
  readonly [Name in Exclude<keyof CompressOptions, Optional>]-?: NonNullable<CompressOptions[Name]>;
};

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
export interface Settings
  extends Omit<Defaults, 'preserve'>, Readonly<Pick<CompressOptions, Optional>> {
  readonly preserve: ReadonlySet<string>;
}

/** Which values an option accepts, and their description. */
type Check = readonly [isValid: (value: unknown) => boolean, expected: string];

const NUMBER: Check = [(value) => typeof value === 'number' && !Number.isNaN(value), 'a number'];
const BOOLEAN: Check = [(value) => typeof value === 'boolean', 'true or false'];
const FUNCTION: Check = [(value) => typeof value === 'function', 'a function'];
const ROLES: Check = [
  (value) =>
    value instanceof Set ||
    (Array.isArray(value) && value.every((role) => typeof role === 'string')),
  "a list of roles, such as ['system']",
];
const SHARE: Check = [
  (value) => typeof value === 'number' && value > 0 && value <= 1,
  'a number above 0, at most 1',
];

const CHECKS: Readonly<Record<keyof CompressOptions, Check>> = {
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
 * @throws {InvalidInputError} when a value is invalid, or an option is unknown: to ignore it could lose what it keeps
 */
export function readOptions(options: CompressOptions = {}): Settings {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw unexpected('', 'options as an object', options, 'INVALID_OPTIONS');
  }
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined || value === null) continue;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof CompressOptions] : undefined;
    if (check === undefined) {
      if (value === false) continue;
      const accepted = Object.keys(CHECKS).join(', ');
      throw new InvalidInputError(
        `There is no option "${name}". Take it out; accepted are ${accepted}.`,
        'UNKNOWN_OPTION',
      );
    }
    if (!check[0](value)) throw unexpected(name, check[1], value, 'INVALID_OPTION');
    given[name] = value;
  }
  const settings: CompressOptions & Defaults = { ...DEFAULTS, ...given };
  return {
    ...settings,
    preserve: new Set(settings.preserve),
    recencyWindow: Math.max(0, Math.floor(settings.recencyWindow)),
    minRecencyWindow: Math.max(0, Math.floor(settings.minRecencyWindow)),
    tokenCounter: checkedCounter(settings.tokenCounter),
  };
}

/** Returns the counter with a check of its results. */
function checkedCounter(count: TokenCounter): TokenCounter {
  return (message) => {
    const tokens: unknown = count(message);
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens;
    const expected = `a finite number of at least 0 for the message "${idText(message)}"`;
    throw unexpected('tokenCounter', expected, tokens, 'INVALID_TOKEN_COUNT');
  };
}
