import { ContextLimitError, InvalidContextBudgetError } from '@palimpsest/orchestrator';

/** Tokens that llxprt-code reserves for the output if nothing sets them. */
export const DEFAULT_COMPLETION_BUDGET = 65_536;

/** Maximum share of the window that this default may take. */
export const DEFAULT_COMPLETION_FRACTION = 0.5;

/** A possible source of an output limit: the number itself, or settings that hold it under a usual name. */
export type CompletionBudgetSource =
  | number
  | string
  | Readonly<Record<string, unknown>>
  | null
  | undefined;

/** The part of a llxprt-code provider that is used here. */
export interface BudgetProvider {
  getModelParams?(): Readonly<Record<string, unknown>> | undefined;
}

/** The part of llxprt-code's settings service that is used here. */
export interface BudgetSettings {
  get(key: string): unknown;
}

/**
 * Returns the tokens reserved for the output, a whole number: the first source with a positive number of tokens, else the smaller of
 * `DEFAULT_COMPLETION_BUDGET` and half of the window. llxprt-code passes the limit last; the setting `maxOutputTokens` takes precedence over
 * the generation config, and that over the provider's parameters. The limit and then any sources are also accepted.
 *
 * @throws {ContextLimitError} (a `RangeError`) when the limit is not a finite number of at least 1
 * @throws {InvalidContextBudgetError} when the number of a source is not below the limit
 */
export function getCompletionBudget(
  generationConfig: object | undefined,
  model: string | undefined,
  provider: BudgetProvider | undefined,
  settings: BudgetSettings | undefined,
  contextLimit: number,
): number;
export function getCompletionBudget(
  contextLimit: number,
  ...sources: readonly CompletionBudgetSource[]
): number;
export function getCompletionBudget(first: unknown, ...others: readonly unknown[]): number {
  if (typeof first === 'number') return budgetOf(first, others as CompletionBudgetSource[]);
  const [, provider, settings, contextLimit] = others as readonly [
    string | undefined,
    BudgetProvider | undefined,
    BudgetSettings | undefined,
    number,
  ];
  return budgetOf(contextLimit, [
    settings?.get('maxOutputTokens') as CompletionBudgetSource,
    first as CompletionBudgetSource,
    provider?.getModelParams?.(),
  ]);
}

function budgetOf(contextLimit: number, sources: readonly CompletionBudgetSource[]): number {
  if (!Number.isFinite(contextLimit) || contextLimit < 1) throw new ContextLimitError(contextLimit);
  const limit = Math.floor(contextLimit);
  for (const source of sources) {
    const named = readCompletionBudget(source);
    if (named === undefined) continue;
    if (named >= limit) throw new InvalidContextBudgetError(named, limit);
    return named;
  }
  return Math.min(DEFAULT_COMPLETION_BUDGET, Math.floor(limit * DEFAULT_COMPLETION_FRACTION));
}

/** Returns the output tokens that a provider's parameters reserve, under any of the four usual names; `undefined` if there are none. */
export function extractCompletionBudgetFromParams(
  params: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
  return readCompletionBudget(params);
}

const NAMES = ['maxOutputTokens', 'maxTokens', 'max_output_tokens', 'max_tokens'];

/** Returns the positive whole number of tokens a source names; `undefined` if it names none. */
function readCompletionBudget(source: CompletionBudgetSource): number | undefined {
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
