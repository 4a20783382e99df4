import type { CachePrices } from '../economics/prices.ts';
import {
  createCostLedger,
  type CostLedger,
  type LedgerCall,
  type LedgerRecord,
  type LedgerSnapshot,
} from '../economics/cost-ledger.ts';
import { findKnownCacheTtl } from './prices-for.ts';

/** Calls remembered one by one; totals count all of them. */
const REMEMBERED = 1_000;

/** What calls were expected to cost beside what they cost, a ledger for each model. */
export interface UsageLedgers {
  /** By model; '' where none was named. */
  readonly byModel: ReadonlyMap<string, CostLedger>;
  record(model: string | undefined, prices: CachePrices, call: LedgerRecord): LedgerCall;
  toJSON(): Readonly<Record<string, LedgerSnapshot>>;
}

/** @param json ledgers to go on from */
export function usageLedgers(
  cacheTtl: string | undefined,
  pricesOf: (model: string | undefined) => CachePrices | undefined,
  json: Readonly<Record<string, LedgerSnapshot>> = {},
): UsageLedgers {
  /** Those whose prices nobody knows now. */
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
