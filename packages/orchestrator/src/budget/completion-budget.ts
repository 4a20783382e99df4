import { ContextLimitError, InvalidContextBudgetError } from './budget-errors.ts';

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

/** Returns a positive whole number, or `undefined`. Settings may store numbers as text, and 0 for unset. */
function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 1) return undefined;
  return Math.floor(count);
}
