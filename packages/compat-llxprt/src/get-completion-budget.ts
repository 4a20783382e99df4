import {
  getCompletionBudget as budgetOf,
  readCompletionBudget,
  type CompletionBudgetSource,
} from '@palimpsest/orchestrator';

/** The part of a llxprt-code provider that is used here. */
export interface BudgetProvider {
  getModelParams?(): Readonly<Record<string, unknown>> | undefined;
}

/** The part of llxprt-code's settings service that is used here. */
export interface BudgetSettings {
  get(key: string): unknown;
}

/**
 * Returns the tokens reserved for the output. llxprt-code passes the limit last; the setting `maxOutputTokens` takes precedence over the
 * generation config, and that over the provider's parameters. The arguments of `getCompletionBudget` of `@palimpsest/orchestrator`, the limit
 * and then any sources, are also accepted.
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
  if (typeof first === 'number') return budgetOf(first, ...(others as CompletionBudgetSource[]));
  const [, provider, settings, contextLimit] = others as readonly [
    string | undefined,
    BudgetProvider | undefined,
    BudgetSettings | undefined,
    number,
  ];
  return budgetOf(
    contextLimit,
    settings?.get('maxOutputTokens') as CompletionBudgetSource,
    first as CompletionBudgetSource,
    provider?.getModelParams?.(),
  );
}

/** Returns the output tokens that a provider's parameters reserve, under any of the four usual names; `undefined` if there are none. */
export function extractCompletionBudgetFromParams(
  params: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
  return readCompletionBudget(params);
}
