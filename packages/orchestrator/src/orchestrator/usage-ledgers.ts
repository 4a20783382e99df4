import type { CachePrices } from '../economics/cache-prices.ts';
import {
  createCostLedger,
  type CostLedger,
  type LedgerRecord,
  type LedgerCall,
  type LedgerSnapshot,
} from '../economics/cost-ledger.ts';

/** Calls remembered one by one; totals count all of them. */
const REMEMBERED = 1_000;

/** What calls were expected to cost beside what they cost, a ledger for each model. */
export interface UsageLedgers {
  /** By model; '' where none was named. */
  readonly byModel: ReadonlyMap<string, CostLedger>;
  record(model: string | undefined, prices: CachePrices, call: LedgerRecord): LedgerCall;
  toJSON(): Readonly<Record<string, LedgerSnapshot>>;
}

/** @param json ledgers to go on from; each is read when prices of its model are known */
export function usageLedgers(
  lifetime: string | undefined,
  json: Readonly<Record<string, LedgerSnapshot>> = {},
): UsageLedgers {
  const waiting = new Map(Object.entries(json));
  const byModel = new Map<string, CostLedger>();
  const ledgerOf = (model: string, prices: CachePrices): CostLedger => {
    const known = byModel.get(model);
    if (known !== undefined) return known;
    const from = waiting.get(model);
    const made = createCostLedger(prices, {
      remembered: REMEMBERED,
      ...(lifetime === undefined ? {} : { lifetime }),
      ...(from === undefined ? {} : { from }),
    });
    byModel.set(model, made);
    waiting.delete(model);
    return made;
  };
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
