import { DEFAULT_COMPRESS_HEADROOM, DEFAULT_COMPRESSION_THRESHOLD } from '@palimpsest/history';
import { ContextBudgetOptionError, InvalidContextBudgetError } from './budget-errors.ts';
import { checkContextLimit, getCompletionBudget } from './completion-budget.ts';

/** One part in so many of what the answer leaves is kept free, because estimates err. */
const MARGIN_DIVISOR = 200;

export interface ContextBudgetOptions {
  /** Tokens of the model's window. */
  readonly contextLimit: number;
  /** Tokens kept free for the answer. @default the smaller of 65,536 and half of the window */
  readonly completionReserve?: number;
  /** Share of the limit at which compression is due, above 0 and up to 1. @default 0.85 */
  readonly threshold?: number;
  /** Share of what compression can move at the trigger that is left afterwards, above 0 and up to 1. @default 0.6 */
  readonly headroom?: number;
  /** Tokens of system prompt and tools: sent each time, and no compression takes them. @default 0 */
  readonly fixedTokens?: number;
  /** Tokens kept free because estimates err. @default 1 in 200 of what the answer leaves, rounded up */
  readonly safetyMargin?: number;
}

/** Where things happen, in tokens of the whole request: system prompt, tools, history and what is pending. All whole numbers. */
export interface ContextBudget {
  readonly contextLimit: number;
  readonly completionReserve: number;
  readonly safetyMargin: number;
  readonly fixedTokens: number;
  /** Most tokens a request may have. */
  readonly limit: number;
  /** Compression is due from here on. */
  readonly trigger: number;
  /** Compression should end here or below. */
  readonly target: number;
}

/**
 * The one budget model: `fixedTokens < target < trigger < limit`, for every window and every setting that is accepted.
 *
 * ```
 * limit   = contextLimit − completionReserve − safetyMargin
 * trigger = threshold × limit
 * target  = fixedTokens + headroom × (trigger − fixedTokens)
 * ```
 *
 * Each line is taken from the one above it, never from the window itself. A target taken from the window lies above a trigger taken
 * from what the answer leaves wherever the reserve is large: with a reserve of 65,536, for every window below 163,840 (D15). The margin
 * is a share of the room rather than a constant with an allowance that outgrows it, so it does not vanish above 201,000 tokens, nor
 * does it eat small windows. Where rounding, a threshold or headroom of 1, or large fixed parts would let two lines meet, the upper one stays
 * and the lower one moves down, but not below what the fixed parts need. A smaller window never has a later trigger.
 *
 * What a strategy is asked for is the history's share: `target − fixedTokens`.
 *
 * @throws ContextLimitError (a `RangeError`) where the limit is not a finite number of 1 or more
 * @throws InvalidContextBudgetError where reserve, margin and fixed parts leave fewer than 3 tokens
 * @throws ContextBudgetOptionError where another option cannot be meant
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
  const room = contextLimit - completionReserve;
  const safetyMargin =
    checkTokens('safetyMargin', options.safetyMargin) ??
    Math.ceil(Math.max(0, room) / MARGIN_DIVISOR);
  const limit = room - safetyMargin;
  if (limit - fixedTokens < 3) {
    throw new InvalidContextBudgetError(completionReserve, contextLimit, {
      'estimates that err': safetyMargin,
      'system prompt and tools': fixedTokens,
    });
  }
  const trigger = clamp(shareOf(threshold, limit), fixedTokens + 2, limit - 1);
  const movable = trigger - fixedTokens;
  const target = fixedTokens + clamp(shareOf(headroom, movable), 1, movable - 1);
  return { contextLimit, completionReserve, safetyMargin, fixedTokens, limit, trigger, target };
}

/** Rounded down, but 0.29 × 100 is 29 although floating point says a little less. */
function shareOf(share: number, tokens: number): number {
  return Math.floor(share * tokens + 1e-6);
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}

function checkShare(option: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value <= 1) return;
  throw new ContextBudgetOptionError(option, value, 'a number above 0 and up to 1');
}

function checkTokens(option: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return Math.ceil(value);
  throw new ContextBudgetOptionError(option, value, 'a finite number of tokens, 0 or more');
}
