import type { UsageStats } from '@palimpsest/core-types';
import { createCalibration, type CalibrationJson } from '@palimpsest/tokenizer';
import {
  createCostLedger,
  type CostLedger,
  type LedgerCall,
  type LedgerRecord,
  type LedgerSnapshot,
} from '../economics/cost-ledger.ts';
import { reportedTokens } from '../economics/call-cost.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import type { SentRequest } from './orchestrator-state.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import { findKnownCacheTtl, pricesFor } from './call-settings.ts';
import type { CachePrices } from '../economics/prices.ts';

/** Usage reported by providers, compared with estimates and expected costs. */
interface UsageBook {
  readonly ledgers: ReadonlyMap<string, CostLedger>;
  /** Returns the provider's tokens per token of the estimator. */
  ratio(model: string | undefined): number;
  /** Records the usage of a request. If it throws, nothing is recorded. */
  report(sent: SentRequest, usage: UsageStats): LedgerCall | undefined;
  toJSON(): UsageJson;
}

interface UsageJson {
  readonly calibration: CalibrationJson;
  readonly ledgers: Readonly<Record<string, LedgerSnapshot>>;
}

export function createUsageBook(
  { prices, cacheTtl }: Pick<OrchestratorOptions, 'prices' | 'cacheTtl'>,
  saved: UsageJson | undefined,
): UsageBook {
  const calibration = createCalibration(saved?.calibration);
  const ledgers = createUsageLedgers(cacheTtl, (model) => pricesFor(prices, model), saved?.ledgers);
  return {
    ledgers: ledgers.byModel,
    ratio: (model) => calibration.ratio(model),
    report(sent, usage) {
      checkUsage(usage);
      const { model, at, expected, tokens } = sent;
      const known = pricesFor(prices, model);
      const { output, ...input } = reportedTokens(usage, known ?? { minimumPrefixTokens: 0 });
      const sentTokens = input.cached + input.written + input.uncached;
      // The output could not be predicted, so the reported one is used.
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

/** @throws {OrchestratorOptionError} for anything but `UsageStats`: other formats would count as 0 tokens */
function checkUsage(usage: unknown): void {
  const { promptTokens } = (usage ?? {}) as Partial<UsageStats>;
  if (typeof promptTokens === 'number' && promptTokens >= 0) return;
  const expected =
    'an object with promptTokens, completionTokens and totalTokens, and cachedTokens and cacheCreationTokens where known';
  const advice = 'Pass the prompt_tokens or input_tokens of the provider as promptTokens.';
  throw new OrchestratorOptionError('usage', usage, expected, { advice });
}

/** Number of newest calls that a ledger stores; its totals count all. */
const REMEMBERED = 1_000;

/** Expected and reported costs, in one ledger per model. */
interface UsageLedgers {
  /** By model name; '' for calls without one. */
  readonly byModel: ReadonlyMap<string, CostLedger>;
  record(model: string | undefined, prices: CachePrices, call: LedgerRecord): LedgerCall;
  toJSON(): Readonly<Record<string, LedgerSnapshot>>;
}

/** @param json ledgers to continue */
function createUsageLedgers(
  cacheTtl: string | undefined,
  pricesOf: (model: string | undefined) => CachePrices | undefined,
  json: Readonly<Record<string, LedgerSnapshot>> = {},
): UsageLedgers {
  /** Saved ledgers of models without known prices. */
  const waiting = new Map<string, LedgerSnapshot>();
  const byModel = new Map<string, CostLedger>();
  const pricesIn = new WeakMap<CostLedger, CachePrices>();

  function begin(model: string, prices: CachePrices, from?: LedgerSnapshot): CostLedger {
    const named = findKnownCacheTtl(prices, cacheTtl);
    const made = createCostLedger(prices, {
      remembered: REMEMBERED,
      ...(named === undefined ? {} : { cacheTtl: named }),
      ...(from === undefined ? {} : { from }),
    });
    byModel.set(model, made);
    pricesIn.set(made, prices);
    return made;
  }

  function ledgerOf(model: string, prices: CachePrices): CostLedger {
    const known = byModel.get(model);
    if (known !== undefined && pricesIn.get(known) === prices) return known;
    const from = known?.toJSON() ?? waiting.get(model);
    waiting.delete(model);
    return begin(model, prices, from);
  }

  for (const [model, from] of Object.entries(json)) {
    const prices = pricesOf(model === '' ? undefined : model);
    if (prices === undefined) waiting.set(model, from);
    else begin(model, prices, from);
  }
  return {
    byModel,
    record: (model = '', prices, call) => ledgerOf(model, prices).record(call),
    toJSON: () =>
      Object.fromEntries([
        ...waiting,
        ...Array.from(byModel, ([model, ledger]) => [model, ledger.toJSON()] as const),
      ]),
  };
}
