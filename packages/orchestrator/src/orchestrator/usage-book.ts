import { defined, type UsageStats, OptionError } from '@palimpsest/core-types';
import { createCalibration } from '@palimpsest/engine/tokens';
import { reportedTokens } from '../economics/call-cost.ts';
import { createCostLedger, type CostLedger, type LedgerCall } from '../economics/cost-ledger.ts';
import type { CachePrices } from '../economics/prices.ts';
import type { OrchestratorJson, ReportedUsage } from './orchestrator.ts';
import type { SentRequest } from './orchestrator-state.ts';
import { findKnownCacheTtl, type PricedOptions } from './price-source.ts';

/** Usage reported by providers, compared with estimates and expected costs. */
interface UsageBook {
  /** Expected and reported costs by model name; '' for calls without one. */
  readonly ledgers: ReadonlyMap<string, CostLedger>;
  /** Returns the provider's tokens per token of the estimator. */
  ratio(model: string | undefined): number;
  /** Records the usage of a request. If it throws, nothing is recorded. */
  report(sent: SentRequest, usage: ReportedUsage): LedgerCall | undefined;
  toJSON(): UsageJson;
}

type UsageJson = Pick<OrchestratorJson, 'calibration' | 'ledgers'>;

export function createUsageBook(
  { prices, cacheTtl }: Pick<PricedOptions, 'prices' | 'cacheTtl'>,
  saved: UsageJson | undefined,
): UsageBook {
  const calibration = createCalibration(saved?.calibration);
  const ledgers = new Map<string, CostLedger>();
  const pricesIn = new WeakMap<CostLedger, CachePrices>();

  /** Returns the ledger of a model; if its prices changed, a new one that continues it. */
  function ledgerOf(model: string, known: CachePrices): CostLedger {
    const current = ledgers.get(model);
    if (current !== undefined && pricesIn.get(current) === known) return current;
    const from = current?.toJSON() ?? saved?.ledgers[model];
    const ledger = createCostLedger(known, { cacheTtl: findKnownCacheTtl(known, cacheTtl), from });
    ledgers.set(model, ledger);
    pricesIn.set(ledger, known);
    return ledger;
  }

  for (const model of Object.keys(saved?.ledgers ?? {})) {
    const known = prices(model === '' ? undefined : model);
    if (known !== undefined) ledgerOf(model, known);
  }

  return {
    ledgers,
    ratio: (model) => calibration.ratio(model),
    report(sent, usage) {
      checkUsage(usage);
      const { model, at, expected, unedited, tokens } = sent;
      const { isRefused = false } = usage;
      const known = isRefused ? undefined : prices(model);
      const { output, ...input } = reportedTokens(usage, known ?? { minimumPrefixTokens: 0 });
      // The output could not be predicted, so the reported one is used.
      const predicted = expected && { ...expected, output };
      const whole = unedited && { ...unedited, output };
      const cost =
        known &&
        ledgerOf(model ?? '', known).record({
          usage,
          at,
          ...defined({ predicted, unedited: whole }),
        });
      calibration.observe({
        ...defined({ model }),
        estimatedTokens: tokens,
        reportedTokens: input.cached + input.written + input.uncached,
        isRefused,
      });
      return cost;
    },
    toJSON() {
      const kept = Array.from(ledgers, ([model, ledger]) => [model, ledger.toJSON()] as const);
      // Saved ledgers of models without known prices stay.
      const all = { ...saved?.ledgers, ...Object.fromEntries(kept) };
      return { calibration: calibration.toJSON(), ledgers: all };
    },
  };
}

/** @throws {OptionError} for anything but `UsageStats`: other formats would count as 0 tokens */
function checkUsage(usage: unknown): void {
  const { promptTokens } = (usage ?? {}) as Partial<UsageStats>;
  if (typeof promptTokens === 'number' && promptTokens >= 0) return;
  const expected =
    'an object with promptTokens, completionTokens and totalTokens, and cachedTokens and cacheCreationTokens where known';
  const advice = 'Pass the prompt_tokens or input_tokens of the provider as promptTokens.';
  throw new OptionError('usage', usage, expected, { advice });
}
