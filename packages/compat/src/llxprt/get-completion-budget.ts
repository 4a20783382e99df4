import { isRecord } from '@palimpsest/core-types';
import { ContextLimitError, InvalidContextBudgetError } from '@palimpsest/orchestrator';

/** Tokens that llxprt-code reserves for the output if nothing sets them. */
export const DEFAULT_COMPLETION_BUDGET = 65_536;

/** Maximum share of the window that this default may take. */
export const DEFAULT_COMPLETION_FRACTION = 0.5;

/** The part of a llxprt-code provider that is used here. */
interface BudgetProvider {
  getModelParams?(): Readonly<Record<string, unknown>> | undefined;
}

/** The part of llxprt-code's settings service that is used here. */
interface BudgetSettings {
  get(key: string): unknown;
}

/**
 * Returns the tokens reserved for the output, a whole number: the first positive number of tokens in the setting `maxOutputTokens`, the
 * generation config and the provider's parameters; else the smaller of `DEFAULT_COMPLETION_BUDGET` and half of the window.
 *
 * @throws {ContextLimitError} (a `RangeError`) when the limit is not a finite number of at least 1
 * @throws {InvalidContextBudgetError} when the configured number is not below the limit
 */
export function getCompletionBudget(
  generationConfig: object | undefined,
  _model: string | undefined,
  provider: BudgetProvider | undefined,
  settings: BudgetSettings | undefined,
  contextLimit: number,
): number {
  if (!Number.isFinite(contextLimit) || contextLimit < 1) throw new ContextLimitError(contextLimit);
  const limit = Math.floor(contextLimit);
  const configured =
    readCompletionBudget(settings?.get('maxOutputTokens')) ??
    readCompletionBudget(generationConfig) ??
    readCompletionBudget(provider?.getModelParams?.());
  if (configured === undefined) {
    return Math.min(DEFAULT_COMPLETION_BUDGET, Math.floor(limit * DEFAULT_COMPLETION_FRACTION));
  }
  if (configured >= limit) throw new InvalidContextBudgetError(configured, limit);
  return configured;
}

/** Returns the output tokens that a provider's parameters reserve, under any of the four usual names; `undefined` if there are none. */
export function extractCompletionBudgetFromParams(
  params: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
  return readCompletionBudget(params);
}

const NAMES = ['maxOutputTokens', 'maxTokens', 'max_output_tokens', 'max_tokens'];

/** Returns the positive whole number of tokens that a value is, or has under a usual name; `undefined` if there is none. */
function readCompletionBudget(source: unknown): number | undefined {
  if (!isRecord(source)) return countOf(source);
  return NAMES.map((name) => countOf(source[name])).find((count) => count !== undefined);
}

/** Returns a positive whole number, or `undefined`. Settings may store numbers as text, and 0 for unset. */
function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 1) return undefined;
  return Math.floor(count);
}
