import { billCalls } from './bill-calls.ts';
import { editFigures, type EditFigures } from './edit-figures.ts';
import type { EditPricing } from './edit-pricing.ts';

/**
 * - `cache-cold`: nothing is cached any more, or yet: rewriting is free
 * - `too-short-to-cache`: the request is below the minimum, edited or not
 * - `keeps-what-is-cached`: everything edited was never sent before
 * - `rewrites-cached-suffix`: what follows the first change is paid anew, once
 * - `falls-below-minimum`: edited, the request is too short to be cached, so every call pays for all of it
 * - `drops-bound-thinking`: thinking goes with the edits
 * - `nothing-saved`: the edits make nothing smaller
 */
export type EditReason =
  | 'cache-cold'
  | 'too-short-to-cache'
  | 'keeps-what-is-cached'
  | 'rewrites-cached-suffix'
  | 'falls-below-minimum'
  | 'drops-bound-thinking'
  | 'nothing-saved';

/** In the currency of the prices. */
export interface EditPrice {
  /** What all expected calls together save, were rewriting free; below 0 where they pay more. */
  readonly saving: number;
  /** What the edits cost once: rewriting what was cached, thinking again, and making them. */
  readonly cost: number;
  /** `saving − cost`. */
  readonly net: number;
  /** Whether `net` is above 0. */
  readonly worthwhile: boolean;
  /** What each call after the next one saves, as far as the first of them tells; below 0 where it pays more. */
  readonly savingPerCall: number;
  /** The least whole number of calls at which the edits pay, as far as the first two calls tell; absent where they never do. */
  readonly breakEvenCalls?: number;
  readonly reasons: readonly EditReason[];
}

/**
 * What edits save and cost. A cache is found by its beginning: whatever follows the first changed entry is read, and kept, at full price once;
 * from then on every call is smaller. Edits pay when the second outweighs the first, which depends on how many calls are to come.
 * Once a cache is cold, rewriting costs nothing that would not be paid anyway.
 *
 * What grows from call to call costs the same edited or not, so `growthPerCall` matters only around the minimum.
 *
 * @throws PricingError for prices and figures that cannot be meant
 */
export function priceEdits(pricing: EditPricing): EditPrice {
  const figures = editFigures(pricing);
  const { rates, before, after, extra } = figures;
  const netOf = (calls: number) => {
    const spread = { calls, growth: figures.growth, isWarmLater: figures.isWarmLater };
    return (
      billCalls(rates, { ...before, ...spread }) - billCalls(rates, { ...after, ...spread }) - extra
    );
  };
  const rate = after.tokens < rates.minimum ? rates.input : rates.write;
  const cost = (figures.rewritten * (rate - rates.read)) / 1_000_000 + extra;
  const net = netOf(figures.calls);
  const savingPerCall = netOf(2) - netOf(1);
  const breakEvenCalls = breakEvenOf(netOf(1), savingPerCall);
  return {
    saving: net + cost,
    cost,
    net,
    worthwhile: net > 0,
    savingPerCall,
    ...(breakEvenCalls === undefined ? {} : { breakEvenCalls }),
    reasons: reasonsOf(figures),
  };
}

function breakEvenOf(one: number, each: number): number | undefined {
  if (one > 0) return 1;
  return each > 0 ? 2 + Math.floor(-one / each) : undefined;
}

function reasonsOf(figures: EditFigures): EditReason[] {
  const { before, after, isWarm, rewritten, boundThinking } = figures;
  const { minimum } = figures.rates;
  const reasons: EditReason[] = [];
  if (before.tokens < minimum) reasons.push('too-short-to-cache');
  else if (!isWarm) reasons.push('cache-cold');
  else reasons.push(rewritten > 0 ? 'rewrites-cached-suffix' : 'keeps-what-is-cached');
  if (before.tokens >= minimum && after.tokens < minimum) reasons.push('falls-below-minimum');
  if (boundThinking > 0) reasons.push('drops-bound-thinking');
  if (after.tokens >= before.tokens) reasons.push('nothing-saved');
  return reasons;
}
