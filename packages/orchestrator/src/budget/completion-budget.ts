import { ContextLimitError, InvalidContextBudgetError } from './budget-errors.ts';

/** Tokens kept free for an answer where nobody says otherwise and the window is large. */
export const DEFAULT_COMPLETION_BUDGET = 65_536;

/** Most of a window that is kept free for an answer where nobody says otherwise. */
export const DEFAULT_COMPLETION_FRACTION = 0.5;

/** Somewhere an output limit may stand: the number itself, or settings that hold it under one of its usual names. */
export type CompletionBudgetSource =
  | number
  | string
  | Readonly<Record<string, unknown>>
  | null
  | undefined;

const NAMES = ['maxOutputTokens', 'maxTokens', 'max_output_tokens', 'max_tokens'];

/**
 * Tokens to keep free for the answer: the first source that names a positive number of them (live setting, generation config and
 * provider parameters, in the order you hand them in; read as `maxOutputTokens`, `maxTokens`, `max_output_tokens`, `max_tokens`), else
 * the smaller of `DEFAULT_COMPLETION_BUDGET` and half of the window. A whole number.
 *
 * @throws ContextLimitError (a `RangeError`) where the limit is not a finite number of 1 or more
 * @throws InvalidContextBudgetError where a named number is as large as the window
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

/** The limit as a whole number of tokens. */
export function checkContextLimit(contextLimit: unknown): number {
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

/** Settings hold numbers as texts, too, and 0 where nothing is set. */
function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 1) return undefined;
  return Math.floor(count);
}
