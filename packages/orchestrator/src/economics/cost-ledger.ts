import type { UsageStats } from '@palimpsest/core-types';
import type { CachePrices } from './cache-prices.ts';
import { checkAmount, checkPrices, lifetimeOf, PricingError } from './check-prices.ts';
import { priceCall, type CallTokens } from './price-call.ts';
import { reportedTokens } from './reported-tokens.ts';

/** A call as it was expected and as it was reported. Amounts in the currency of the prices. */
export interface LedgerCall {
  /** When, by the clock that was handed in; absent where none was. */
  readonly at?: number;
  /** Absent where nobody expected anything. */
  readonly predicted?: number;
  readonly reported: number;
  readonly tokens: CallTokens;
}

export interface LedgerTotals {
  readonly calls: number;
  readonly reported: number;
  /** Sum over the calls of which something was expected. */
  readonly predicted: number;
  /** What those calls cost more than was expected; below 0 where less. */
  readonly difference: number;
  /** All tokens, by what was charged for them. */
  readonly tokens: CallTokens;
}

export interface LedgerRecord {
  readonly usage: UsageStats;
  /** What the call was expected to cost: a number, or the tokens that were expected. */
  readonly predicted?: number | Partial<CallTokens>;
  readonly at?: number;
}

/** Plain JSON, to go on from later. */
export interface LedgerSnapshot {
  readonly version: 1;
  readonly calls: readonly LedgerCall[];
  /** Where calls were forgotten, of all that were recorded. @default the sum of `calls` */
  readonly totals?: LedgerTotals;
}

export interface CostLedger {
  /** Notes a call that was answered; says what was noted. */
  record(call: LedgerRecord): LedgerCall;
  /** Those remembered, in the order they were recorded. */
  readonly calls: readonly LedgerCall[];
  readonly totals: LedgerTotals;
  toJSON(): LedgerSnapshot;
}

export interface CostLedgerOptions {
  /** The name of the lifetime that is asked for. @default the first of the prices' */
  readonly lifetime?: string;
  /** How many of the newest calls are remembered one by one; totals count all of them. @default every one */
  readonly remembered?: number;
  /** A ledger to go on from, by its `toJSON()`. */
  readonly from?: LedgerSnapshot;
}

/**
 * Keeps what calls were expected to cost beside what they cost by the provider's own count, so that expectations can be judged.
 *
 * @throws PricingError for prices that cannot be meant; so does `record` for what was expected
 */
export function createCostLedger(
  prices: CachePrices,
  { lifetime, from, remembered = Number.POSITIVE_INFINITY }: CostLedgerOptions = {},
): CostLedger {
  const { name } = lifetimeOf(checkPrices(prices), lifetime);
  if (!(remembered >= 0)) throw new PricingError('remembered', remembered, 'a number of 0 or more');
  const calls = callsOf(from);
  let totals = from?.totals ?? calls.reduce(plus, NOTHING);
  return {
    record({ usage, predicted, at }) {
      const tokens = reportedTokens(usage, prices);
      const call: LedgerCall = {
        ...(at === undefined ? {} : { at }),
        ...(predicted === undefined ? {} : { predicted: amountOf(predicted) }),
        reported: priceCall(prices, tokens, name),
        tokens,
      };
      calls.push(call);
      if (calls.length > remembered) calls.shift();
      totals = plus(totals, call);
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

  function amountOf(predicted: number | Partial<CallTokens>): number {
    return typeof predicted === 'number'
      ? checkAmount('predicted', predicted)
      : priceCall(prices, predicted, name);
  }
}

const NOTHING: LedgerTotals = {
  calls: 0,
  reported: 0,
  predicted: 0,
  difference: 0,
  tokens: { cached: 0, written: 0, uncached: 0, output: 0 },
};

function callsOf(from: LedgerSnapshot | undefined): LedgerCall[] {
  if (from === undefined) return [];
  if (from.version !== 1 || !Array.isArray(from.calls)) {
    throw new PricingError('from', from, 'what a ledger gave as toJSON(), version 1');
  }
  return from.calls.slice();
}

function plus(totals: LedgerTotals, { reported, predicted, tokens }: LedgerCall): LedgerTotals {
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
