import type { CachePrices } from './cache-prices.ts';
import { checkAmount, checkPrices, lifetimeOf } from './check-prices.ts';
import {
  expectedRemainingCalls,
  type RemainingCallsEstimator,
} from './expected-remaining-calls.ts';
import { priceEdits, type EditPrice } from './price-edits.ts';
import type { EditedRequest } from './edit-pricing.ts';
import type { EditScheduleState, EditTurn, ScheduleStep } from './schedule-step.ts';

export interface EditScheduleOptions {
  readonly prices: CachePrices;
  /** The name of the lifetime that is asked for. @default the first of the prices' */
  readonly lifetime?: string;
  readonly hysteresis?: Hysteresis;
  /** @default expectedRemainingCalls */
  readonly remainingCalls?: RemainingCallsEstimator;
  /** Share of the dropped thinking that the model will think again. @default 0 */
  readonly rethinkShare?: number;
}

export interface Hysteresis {
  /** Edits that cost something are not applied twice within so many calls… @default 5 */
  readonly calls?: number;
  /** …unless they gain so many times what the last ones did. @default 2 */
  readonly growth?: number;
  /**
   * Edits that cost something wait until waiting has cost so many times as much, in calls that were larger than they had to be: none of what was
   * expected has to come true for that. @default 0.5
   */
  readonly patience?: number;
  /** From this share of the limit on, edits that pay no longer wait for `calls` and `patience`. @default 0.95 */
  readonly nearLimit?: number;
}

export interface EditSchedule {
  readonly start: EditScheduleState;
  /** Call once before each call of the model. Pure: the same state and turn give the same step. */
  next(state: EditScheduleState, turn: EditTurn): ScheduleStep;
}

/**
 * Decides, call by call, whether edits are applied or wait. Waiting edits are applied together with those that came later, so that the cache is
 * rewritten once for all of them. Doing nothing can win, however long.
 *
 * Over the limit it always applies. Otherwise it applies what pays. Where that rewrites nothing cached (the cache is cold, or only what was
 * never sent is edited) there is nothing to wait for. Where it does, edits wait until waiting has cost a share of what rewriting will
 * (`hysteresis.patience`): whatever comes next, that is never far from the best one could have done, as with skis that are rented until the
 * rent has come near the price. And it is not done twice within `hysteresis.calls` calls, unless the gain grew by `hysteresis.growth` or the
 * limit is near.
 *
 * @throws PricingError for prices and options that cannot be meant; `next` for turns
 */
export function createEditSchedule(options: EditScheduleOptions): EditSchedule {
  const { hysteresis = {}, remainingCalls = expectedRemainingCalls } = options;
  const { calls = 5, growth = 2, patience = 0.5, nearLimit = 0.95 } = hysteresis;
  lifetimeOf(checkPrices(options.prices), options.lifetime);
  for (const [name, value] of Object.entries({ calls, growth, patience, nearLimit })) {
    checkAmount(`hysteresis.${name}`, value);
  }
  checkAmount('rethinkShare', options.rethinkShare ?? 0);

  function priceOf(state: EditScheduleState, turn: EditTurn, edits: EditedRequest): EditPrice {
    const { firstCallAt = 0, lastCallAt } = state;
    return priceEdits({
      ...edits,
      prices: options.prices,
      expectedCalls: remainingCalls(state.calls),
      ...(options.lifetime === undefined ? {} : { lifetime: options.lifetime }),
      ...(lastCallAt === undefined ? {} : { msSinceLastCall: Math.max(0, turn.now - lastCallAt) }),
      expectedMsBetweenCalls:
        lastCallAt === undefined || state.calls < 2
          ? 0
          : Math.max(0, lastCallAt - firstCallAt) / (state.calls - 1),
      growthPerCall: turn.growthPerCall ?? 0,
      rethinkShare: options.rethinkShare ?? 0,
    });
  }

  function decide(
    state: EditScheduleState,
    turn: EditTurn,
    price: EditPrice | undefined,
    waited: number,
  ): Pick<ScheduleStep, 'action' | 'reason'> {
    if (price === undefined) return { action: 'nothing', reason: 'no-edits' };
    if (turn.tokens > turn.limit) return { action: 'apply', reason: 'over-limit' };
    if (price.reasons.includes('nothing-saved')) return { action: 'nothing', reason: 'no-edits' };
    if (turn.mayRewrite === false) return { action: 'wait', reason: 'not-now' };
    if (!price.worthwhile) return { action: 'wait', reason: 'does-not-pay' };
    if (price.cost === 0) return { action: 'apply', reason: 'costs-nothing' };
    if (turn.tokens >= nearLimit * turn.limit) return { action: 'apply', reason: 'near-limit' };
    if (waited < patience * price.cost) return { action: 'wait', reason: 'not-yet' };
    const last = state.lastApplied;
    const isSoon = last !== undefined && state.calls - last.call < calls;
    const hasGrown = last !== undefined && last.net > 0 && price.net >= growth * last.net;
    if (isSoon && !hasGrown) return { action: 'wait', reason: 'too-soon' };
    return { action: 'apply', reason: 'pays' };
  }

  return {
    start: { calls: 0 },
    next(state, turn) {
      for (const name of ['now', 'tokens', 'limit'] as const) checkAmount(name, turn[name]);
      const { edits, now } = turn;
      const price = edits === undefined ? undefined : priceOf(state, turn, edits);
      const waited = (state.waited ?? 0) + Math.max(0, price?.savingPerCall ?? 0);
      const { action, reason } = decide(state, turn, price, waited);
      const applied =
        action === 'apply' && price !== undefined
          ? { call: state.calls, net: price.net }
          : state.lastApplied;
      return {
        action,
        reason,
        ...(price === undefined ? {} : { price }),
        state: {
          calls: state.calls + 1,
          firstCallAt: state.firstCallAt ?? now,
          lastCallAt: now,
          waited: action === 'apply' ? 0 : waited,
          ...(applied === undefined ? {} : { lastApplied: applied }),
        },
      };
    },
  };
}
