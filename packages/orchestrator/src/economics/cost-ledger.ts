import { defined, type UsageStats } from '@palimpsest/core-types';
import {
  checkAmount,
  checkPrices,
  findCacheTtl,
  priceCall,
  PricingError,
  reportedTokens,
  type CallTokens,
} from './call-cost.ts';
import type { CachePrices } from './prices.ts';

/** The expected and the reported cost of a call, in the currency of the prices. */
export interface LedgerCall {
  /** In ms, by the caller's clock; absent if not given. */
  readonly at?: number;
  /** Absent if nothing was expected. */
  readonly predicted?: number;
  readonly reported: number;
  /**
   * What edits saved: the expected cost without any edit, minus the reported cost. Negative where an edit caused a cache miss. Absent
   * if no such cost was expected.
   */
  readonly saved?: number;
  readonly tokens: CallTokens;
}

interface LedgerTotals {
  readonly calls: number;
  readonly reported: number;
  /** Sum over the calls with an expected cost. */
  readonly predicted: number;
  /** Reported minus predicted cost of those calls. */
  readonly difference: number;
  /** Sum over the calls that have it. May overstate: a request without edits may not have fitted into the window. */
  readonly saved: number;
  readonly tokens: CallTokens;
}

interface LedgerRecord {
  readonly usage: UsageStats;
  /** The expected cost, or the expected tokens. */
  readonly predicted?: number | Partial<CallTokens>;
  /** The expected cost or tokens without any edit. */
  readonly unedited?: number | Partial<CallTokens>;
  readonly at?: number;
}

/** A ledger for `JSON.stringify`. */
export interface LedgerSnapshot {
  readonly version: 1;
  readonly totals: LedgerTotals;
}

export interface CostLedger {
  /** Records a completed call, and returns its entry. */
  record(call: LedgerRecord): LedgerCall;
  /** Totals of all recorded calls. */
  readonly totals: LedgerTotals;
  toJSON(): LedgerSnapshot;
}

interface CostLedgerOptions {
  /** Name of the cache TTL. @default the first in `prices.cacheTtls` */
  readonly cacheTtl?: string | undefined;
  /** Result of `toJSON` of a ledger to continue. */
  readonly from?: LedgerSnapshot | undefined;
}

/**
 * Records the expected cost of calls next to their cost by the provider's count.
 *
 * @throws {PricingError} for invalid prices and options; from `record` for an invalid expectation
 */
export function createCostLedger(
  prices: CachePrices,
  { cacheTtl, from }: CostLedgerOptions = {},
): CostLedger {
  const { name } = findCacheTtl(checkPrices(prices), cacheTtl);
  if (from !== undefined && (from.version !== 1 || typeof from.totals !== 'object')) {
    throw new PricingError('from', from, 'the result of toJSON() of a ledger, version 1');
  }
  let totals = from?.totals ?? ZERO_TOTALS;
  return {
    record({ usage, predicted, unedited, at }) {
      const tokens = reportedTokens(usage, prices);
      const reported = priceCall(prices, tokens, name);
      const uneditedCost = toAmount('unedited', unedited);
      const call: LedgerCall = {
        ...defined({
          at,
          predicted: toAmount('predicted', predicted),
          saved: uneditedCost === undefined ? undefined : uneditedCost - reported,
        }),
        reported,
        tokens,
      };
      totals = addCall(totals, call);
      return call;
    },
    get totals() {
      return totals;
    },
    toJSON: () => ({ version: 1, totals }),
  };

  function toAmount(option: string, cost: LedgerRecord['predicted']): number | undefined {
    if (typeof cost === 'number') return checkAmount(option, cost);
    return cost && priceCall(prices, cost, name);
  }
}

const ZERO_TOTALS: LedgerTotals = {
  calls: 0,
  reported: 0,
  predicted: 0,
  difference: 0,
  saved: 0,
  tokens: { cached: 0, written: 0, uncached: 0, output: 0 },
};

function addCall(
  totals: LedgerTotals,
  { reported, predicted, saved = 0, tokens }: LedgerCall,
): LedgerTotals {
  const { cached, written, uncached, output } = totals.tokens;
  return {
    calls: totals.calls + 1,
    reported: totals.reported + reported,
    predicted: totals.predicted + (predicted ?? 0),
    difference: totals.difference + (predicted === undefined ? 0 : reported - predicted),
    saved: totals.saved + saved,
    tokens: {
      cached: cached + tokens.cached,
      written: written + tokens.written,
      uncached: uncached + tokens.uncached,
      output: output + tokens.output,
    },
  };
}
