import type { UsageStats } from '@palimpsest/core-types';
import { createCalibration, type CalibrationJson } from '@palimpsest/tokenizer';
import type { CostLedger, LedgerCall, LedgerSnapshot } from '../economics/cost-ledger.ts';
import { reportedTokens } from '../economics/call-cost.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import type { SentRequest } from './orchestrator-state.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import { pricesFor } from './prices-for.ts';
import { usageLedgers } from './usage-ledgers.ts';

/** What providers counted, beside what was estimated and expected. */
export interface UsageBook {
  readonly ledgers: ReadonlyMap<string, CostLedger>;
  /** How many of a model's own tokens one of the estimator's is. */
  ratio(model: string | undefined): number;
  /** Learns from the answer to a request; what it throws, it has learned nothing from. */
  report(sent: SentRequest, usage: UsageStats): LedgerCall | undefined;
  toJSON(): UsageJson;
}

export interface UsageJson {
  readonly calibration: CalibrationJson;
  readonly ledgers: Readonly<Record<string, LedgerSnapshot>>;
}

export function usageBook(
  { prices, cacheTtl }: Pick<OrchestratorOptions, 'prices' | 'cacheTtl'>,
  saved: UsageJson | undefined,
): UsageBook {
  const calibration = createCalibration(saved?.calibration);
  const ledgers = usageLedgers(cacheTtl, (model) => pricesFor(prices, model), saved?.ledgers);
  return {
    ledgers: ledgers.byModel,
    ratio: (model) => calibration.ratio(model),
    report(sent, usage) {
      checkUsage(usage);
      const { model, at, expected, tokens } = sent;
      const known = pricesFor(prices, model);
      const { output, ...input } = reportedTokens(usage, known ?? { minimumPrefixTokens: 0 });
      const sentTokens = input.cached + input.written + input.uncached;
      // Nobody could know how much would be answered.
      const predicted = expected === undefined ? {} : { predicted: { ...expected, output } };
      const cost =
        known === undefined ? undefined : ledgers.record(model, known, { usage, at, ...predicted });
      calibration.observe({
        ...(model === undefined ? {} : { model }),
        estimatedTokens: tokens,
        reportedTokens: sentTokens,
      });
      return cost;
    },
    toJSON: () => ({ calibration: calibration.toJSON(), ledgers: ledgers.toJSON() }),
  };
}

/** @throws {OrchestratorOptionError} for what is no `UsageStats`: a provider's own usage would teach nothing, and cost nothing */
function checkUsage(usage: unknown): void {
  const { promptTokens } = (usage ?? {}) as Partial<UsageStats>;
  if (typeof promptTokens === 'number' && promptTokens >= 0) return;
  const accepted =
    'an object with promptTokens, completionTokens and totalTokens, and cachedTokens and cacheCreationTokens where known; write what the provider calls prompt_tokens or input_tokens as promptTokens';
  throw new OrchestratorOptionError('usage', usage, accepted);
}
