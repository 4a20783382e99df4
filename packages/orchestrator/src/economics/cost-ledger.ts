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
  readonly tokens: CallTokens;
}

interface LedgerTotals {
  readonly calls: number;
  readonly reported: number;
  /** Sum over the calls with an expected cost. */
  readonly predicted: number;
  /** Reported minus predicted cost of those calls. */
  readonly difference: number;
  readonly tokens: CallTokens;
}

interface LedgerRecord {
  readonly usage: UsageStats;
  /** The expected cost, or the expected tokens. */
  readonly predicted?: number | Partial<CallTokens>;
  readonly at?: number;
}

/** A ledger for `JSON.stringify`. */
export interface LedgerSnapshot {
  readonly version: 1;
  readonly calls: readonly LedgerCall[];
  /** Totals of all recorded calls, if `calls` holds only the newest. @default the sum of `calls` */
  readonly totals?: LedgerTotals;
}

export interface CostLedger {
  /** Records a completed call, and returns the record. */
  record(call: LedgerRecord): LedgerCall;
  /** The remembered calls, in the order of recording. */
  readonly calls: readonly LedgerCall[];
  readonly totals: LedgerTotals;
  toJSON(): LedgerSnapshot;
}

interface CostLedgerOptions {
  /** Name of the cache TTL. @default the first of the prices */
  readonly cacheTtl?: string | undefined;
  /** Number of newest calls to remember; totals include all. @default all */
  readonly remembered?: number;
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
  { cacheTtl, from, remembered = Number.POSITIVE_INFINITY }: CostLedgerOptions = {},
): CostLedger {
  const { name } = findCacheTtl(checkPrices(prices), cacheTtl);
  if (!(remembered >= 0))
    throw new PricingError('remembered', remembered, 'a number of at least 0');
  if (from !== undefined && (from.version !== 1 || !Array.isArray(from.calls))) {
    throw new PricingError('from', from, 'the result of toJSON() of a ledger, version 1');
  }
  const calls = [...(from?.calls ?? [])];
  let totals = from?.totals ?? calls.reduce(addCall, NOTHING);
  return {
    record({ usage, predicted, at }) {
      const tokens = reportedTokens(usage, prices);
      const call: LedgerCall = {
        ...defined({ at, predicted: toAmount(predicted) }),
        reported: priceCall(prices, tokens, name),
        tokens,
      };
      calls.push(call);
      if (calls.length > remembered) calls.shift();
      totals = addCall(totals, call);
      return call;
    },
    get calls() {
      return calls.slice();
    },
    get totals() {
      return totals;
    },
    toJSON: () => ({
      version: 1,
      calls: calls.slice(),
      ...(totals.calls === calls.length ? {} : { totals }),
    }),
  };

  function toAmount(predicted: LedgerRecord['predicted']): number | undefined {
    if (typeof predicted === 'number') return checkAmount('predicted', predicted);
    return predicted && priceCall(prices, predicted, name);
  }
}

const NOTHING: LedgerTotals = {
  calls: 0,
  reported: 0,
  predicted: 0,
  difference: 0,
  tokens: { cached: 0, written: 0, uncached: 0, output: 0 },
};

function addCall(totals: LedgerTotals, { reported, predicted, tokens }: LedgerCall): LedgerTotals {
  const { cached, written, uncached, output } = totals.tokens;
  return {
    calls: totals.calls + 1,
    reported: totals.reported + reported,
    predicted: totals.predicted + (predicted ?? 0),
    difference: totals.difference + (predicted === undefined ? 0 : reported - predicted),
    tokens: {
      cached: cached + tokens.cached,
      written: written + tokens.written,
      uncached: uncached + tokens.uncached,
      output: output + tokens.output,
    },
  };
}
