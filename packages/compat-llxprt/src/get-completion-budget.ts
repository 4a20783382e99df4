import {
  getCompletionBudget as budgetOf,
  readCompletionBudget,
  type CompletionBudgetSource,
} from '@palimpsest/orchestrator';

/** What is read of a provider of llxprt-code. */
export interface BudgetProvider {
  getModelParams?(): Readonly<Record<string, unknown>> | undefined;
}

/** What is read of the settings service of llxprt-code. */
export interface BudgetSettings {
  get(key: string): unknown;
}

/**
 * Tokens to keep free for the answer. llxprt-code hands in what it knows and the limit last: the live `maxOutputTokens` goes before the
 * generation config, that before the parameters of the provider. `getCompletionBudget` of `@palimpsest/orchestrator` takes the limit
 * first, and then any sources; both ways are accepted.
 *
 * @throws ContextLimitError (a `RangeError`) where the limit is not a finite number of 1 or more
 * @throws InvalidContextBudgetError where a named number is as large as the window
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

/** Returns the tokens that parameters of a provider keep free for the answer, by any of the four usual names; `undefined` if none does. */
export function extractCompletionBudgetFromParams(
  params: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
  return readCompletionBudget(params);
}
