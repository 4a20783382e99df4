import { floorShare } from '@palimpsest/engine/tokens';
import {
  DEFAULT_COMPRESS_HEADROOM,
  DEFAULT_COMPRESSION_THRESHOLD,
} from '@palimpsest/engine/history';
import {
  gtValue,
  looseObject,
  maxValue,
  number,
  optional,
  pipe,
  type GenericSchema,
} from 'valibot';
import { TOKENS } from '../option-schemas.ts';
import { assertMatches } from '../saved-state.ts';
import { ContextLimitError, InvalidContextBudgetError } from './budget-errors.ts';

const SHARE_EXPECTED = 'a number above 0 and up to 1';
const SHARE: GenericSchema = optional(
  pipe(number(SHARE_EXPECTED), gtValue(0, SHARE_EXPECTED), maxValue(1, SHARE_EXPECTED)),
);
const OPTIONS: GenericSchema = looseObject({
  threshold: SHARE,
  headroom: SHARE,
  maxOutputTokens: TOKENS,
  overheadTokens: TOKENS,
  safetyMargin: TOKENS,
  triggerTokens: TOKENS,
});
const INVALID = {
  code: 'INVALID_CONTEXT_BUDGET_OPTION',
  advice: 'Leave it out for its default.',
};

/** Divisor of the default safety margin: estimates are not exact. */
const MARGIN_DIVISOR = 200;

export interface ContextBudgetOptions {
  /** Tokens of the model's window. */
  readonly contextLimit: number;
  /** Tokens kept free for the output. @default the smaller of 8,192 and a tenth of the window */
  readonly maxOutputTokens?: number;
  /** Share of the limit at which compression is due, above 0 and up to 1. @default 0.85 */
  readonly threshold?: number;
  /** Size of the request at which compression is due, where the threshold would come later. @default none */
  readonly triggerTokens?: number;
  /** Share of the reducible tokens at the trigger that compression leaves, above 0 and up to 1. @default 0.6 */
  readonly headroom?: number;
  /** Overhead tokens: system prompt and tool definitions. @default 0 */
  readonly overheadTokens?: number;
  /** Tokens reserved for errors of estimates. @default 1 in 200 of the window without `maxOutputTokens`, rounded up */
  readonly safetyMargin?: number;
}

/** Thresholds in tokens of the whole request: overhead, history and pending entries. All whole numbers. */
export interface ContextBudget {
  readonly contextLimit: number;
  readonly maxOutputTokens: number;
  readonly safetyMargin: number;
  readonly overheadTokens: number;
  /** Maximum tokens of a request. */
  readonly limit: number;
  /** Compression is due from this size on. */
  readonly trigger: number;
  /** Compression should end at this size or below. */
  readonly target: number;
}

/**
 * Returns the budget of a request: `overheadTokens < target < trigger < limit` for every accepted window and setting.
 *
 * ```
 * limit   = contextLimit − maxOutputTokens − safetyMargin
 * trigger = threshold × limit, or triggerTokens if that is less
 * target  = overheadTokens + headroom × (trigger − overheadTokens)
 * ```
 *
 * Each threshold derives from the one above, not from the window: otherwise the target would exceed the trigger with a large output.
 * If two would meet, the lower one moves down. A smaller window never has a later trigger. A strategy's target is `target − overheadTokens`.
 *
 * @throws {ContextLimitError} (a `RangeError`) if the limit is not a finite number of at least 1
 * @throws {InvalidContextBudgetError} if output, margin and overhead leave fewer than 3 tokens
 * @throws {OptionError} for another invalid option
 */
export function contextBudget(options: ContextBudgetOptions): ContextBudget {
  const contextLimit = checkContextLimit(options.contextLimit);
  assertMatches(OPTIONS, options, INVALID);
  const { threshold = DEFAULT_COMPRESSION_THRESHOLD, headroom = DEFAULT_COMPRESS_HEADROOM } =
    options;
  const maxOutputTokens = Math.ceil(
    options.maxOutputTokens ??
      Math.min(DEFAULT_MAX_OUTPUT_TOKENS, Math.floor(contextLimit / MAX_OUTPUT_DIVISOR)),
  );
  const overheadTokens = Math.ceil(options.overheadTokens ?? 0);
  const inputTokens = contextLimit - maxOutputTokens;
  const safetyMargin = Math.ceil(options.safetyMargin ?? Math.max(0, inputTokens) / MARGIN_DIVISOR);
  const limit = inputTokens - safetyMargin;
  // Target, trigger and limit are three different whole numbers above the overhead.
  if (limit - overheadTokens < 3) {
    throw new InvalidContextBudgetError(maxOutputTokens, contextLimit, {
      'estimation errors': safetyMargin,
      'system prompt and tools': overheadTokens,
    });
  }
  const due = Math.min(floorShare(threshold, limit), Math.ceil(options.triggerTokens ?? limit));
  const trigger = clamp(due, overheadTokens + 2, limit - 1);
  const movable = trigger - overheadTokens;
  const target = overheadTokens + clamp(floorShare(headroom, movable), 1, movable - 1);
  return { contextLimit, maxOutputTokens, safetyMargin, overheadTokens, limit, trigger, target };
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}

/**
 * Tokens kept free for the output if the call does not limit it. Few answers are longer, and the request is below the trigger as a rule,
 * where there is room for longer ones. The largest output that a model is capable of would be a third of its window or more.
 */
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

/** A window below 81,920 tokens keeps this fraction of itself free instead. */
const MAX_OUTPUT_DIVISOR = 10;

/** Returns the limit as a whole number of tokens. */
function checkContextLimit(contextLimit: unknown): number {
  if (typeof contextLimit !== 'number' || !Number.isFinite(contextLimit) || contextLimit < 1) {
    throw new ContextLimitError(contextLimit);
  }
  return Math.floor(contextLimit);
}
