import { OptionError } from '@palimpsest/core-types';
import { DEFAULT_COMPRESS_HEADROOM, DEFAULT_COMPRESSION_THRESHOLD } from '@palimpsest/history';
import { ContextLimitError, InvalidContextBudgetError } from './budget-errors.ts';

/** Divisor of the default safety margin: estimates are not exact. */
const MARGIN_DIVISOR = 200;

export interface ContextBudgetOptions {
  /** Tokens of the model's window. */
  readonly contextLimit: number;
  /** Tokens reserved for the output. @default the smaller of 65,536 and half of the window */
  readonly completionReserve?: number;
  /** Share of the limit at which compression is due, above 0 and up to 1. @default 0.85 */
  readonly threshold?: number;
  /** Size of the request at which compression is due, where the threshold would come later. @default none */
  readonly triggerTokens?: number;
  /** Share of the reducible tokens at the trigger that compression leaves, above 0 and up to 1. @default 0.6 */
  readonly headroom?: number;
  /** Overhead tokens: system prompt and tool definitions. @default 0 */
  readonly fixedTokens?: number;
  /** Tokens reserved for errors of estimates. @default 1 in 200 of the window without the reserve, rounded up */
  readonly safetyMargin?: number;
}

/** Thresholds in tokens of the whole request: overhead, history and pending entries. All whole numbers. */
export interface ContextBudget {
  readonly contextLimit: number;
  readonly completionReserve: number;
  readonly safetyMargin: number;
  readonly fixedTokens: number;
  /** Maximum tokens of a request. */
  readonly limit: number;
  /** Compression is due from this size on. */
  readonly trigger: number;
  /** Compression should end at this size or below. */
  readonly target: number;
}

/**
 * Returns the budget of a request: `fixedTokens < target < trigger < limit` for every accepted window and setting.
 *
 * ```
 * limit   = contextLimit − completionReserve − safetyMargin
 * trigger = threshold × limit, or triggerTokens if that is less
 * target  = fixedTokens + headroom × (trigger − fixedTokens)
 * ```
 *
 * Each threshold derives from the one above, not from the window: otherwise the target would exceed the trigger with a large reserve (D15).
 * If two would meet, the lower one moves down. A smaller window never has a later trigger. A strategy's target is `target − fixedTokens`.
 *
 * @throws {ContextLimitError} (a `RangeError`) if the limit is not a finite number of at least 1
 * @throws {InvalidContextBudgetError} if reserve, margin and overhead leave fewer than 3 tokens
 * @throws {OptionError} for another invalid option
 */
export function contextBudget(options: ContextBudgetOptions): ContextBudget {
  const contextLimit = checkContextLimit(options.contextLimit);
  const { threshold = DEFAULT_COMPRESSION_THRESHOLD, headroom = DEFAULT_COMPRESS_HEADROOM } =
    options;
  checkShare('threshold', threshold);
  checkShare('headroom', headroom);
  const completionReserve =
    checkTokens('completionReserve', options.completionReserve) ??
    getCompletionBudget(contextLimit);
  const fixedTokens = checkTokens('fixedTokens', options.fixedTokens) ?? 0;
  const inputTokens = contextLimit - completionReserve;
  const safetyMargin =
    checkTokens('safetyMargin', options.safetyMargin) ??
    Math.ceil(Math.max(0, inputTokens) / MARGIN_DIVISOR);
  const limit = inputTokens - safetyMargin;
  if (limit - fixedTokens < 3) {
    throw new InvalidContextBudgetError(completionReserve, contextLimit, {
      'estimation errors': safetyMargin,
      'system prompt and tools': fixedTokens,
    });
  }
  const triggerTokens = checkTokens('triggerTokens', options.triggerTokens) ?? limit;
  const due = Math.min(shareOf(threshold, limit), triggerTokens);
  const trigger = clamp(due, fixedTokens + 2, limit - 1);
  const movable = trigger - fixedTokens;
  const target = fixedTokens + clamp(shareOf(headroom, movable), 1, movable - 1);
  return { contextLimit, completionReserve, safetyMargin, fixedTokens, limit, trigger, target };
}

/** Returns the share, rounded down. The tolerance makes 0.29 × 100 give 29 despite floating point. */
function shareOf(share: number, tokens: number): number {
  return Math.floor(share * tokens + 1e-6);
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}

function checkShare(option: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value <= 1) return;
  throw invalidBudgetOption(option, value, 'a number above 0 and up to 1');
}

function checkTokens(option: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return Math.ceil(value);
  throw invalidBudgetOption(option, value, 'a finite number of tokens, 0 or more');
}

function invalidBudgetOption(option: string, received: unknown, expected: string): OptionError {
  return new OptionError(option, received, expected, {
    code: 'INVALID_CONTEXT_BUDGET_OPTION',
    advice: 'Leave it out for its default.',
  });
}

/** Default number of tokens reserved for the output. */
export const DEFAULT_COMPLETION_BUDGET = 65_536;

/** Maximum share of the window that the default reserve may take. */
export const DEFAULT_COMPLETION_FRACTION = 0.5;

/** A possible source of an output limit: the number itself, or settings that hold it under a usual name. */
export type CompletionBudgetSource =
  | number
  | string
  | Readonly<Record<string, unknown>>
  | null
  | undefined;

const NAMES = ['maxOutputTokens', 'maxTokens', 'max_output_tokens', 'max_tokens'];

/**
 * Returns the tokens reserved for the output, a whole number: the first source with a positive number of tokens (`maxOutputTokens`,
 * `maxTokens`, `max_output_tokens` or `max_tokens`), else the smaller of `DEFAULT_COMPLETION_BUDGET` and half of the window.
 *
 * @throws {ContextLimitError} (a `RangeError`) if the limit is not a finite number of at least 1
 * @throws {InvalidContextBudgetError} if the number of a source is as large as the window
 */
export function getCompletionBudget(
  contextLimit: number,
  ...sources: readonly CompletionBudgetSource[]
): number {
  const limit = checkContextLimit(contextLimit);
  for (const source of sources) {
    const named = readCompletionBudget(source);
    if (named === undefined) continue;
    if (named >= limit) throw new InvalidContextBudgetError(named, limit);
    return named;
  }
  return Math.min(DEFAULT_COMPLETION_BUDGET, Math.floor(limit * DEFAULT_COMPLETION_FRACTION));
}

/** Returns the limit as a whole number of tokens. */
function checkContextLimit(contextLimit: unknown): number {
  if (typeof contextLimit !== 'number' || !Number.isFinite(contextLimit) || contextLimit < 1) {
    throw new ContextLimitError(contextLimit);
  }
  return Math.floor(contextLimit);
}

/** Returns the positive whole number of tokens a source names; `undefined` if it names none. */
export function readCompletionBudget(source: CompletionBudgetSource): number | undefined {
  if (typeof source !== 'object' || source === null) return countOf(source);
  for (const name of NAMES) {
    const named = countOf(source[name]);
    if (named !== undefined) return named;
  }
  return undefined;
}

/** Returns a positive whole number, or `undefined`. Settings may store numbers as text, and 0 for unset. */
function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 1) return undefined;
  return Math.floor(count);
}
