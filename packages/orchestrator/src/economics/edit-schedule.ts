import { defined } from '@palimpsest/core-types';
import { checkAmount, checkPrices, findCacheTtl } from './call-cost.ts';
import { priceEdits, type EditedRequest, type EditPrice } from './price-edits.ts';
import type { CachePrices } from './prices.ts';

interface EditScheduleOptions {
  readonly prices: CachePrices;
  /** Name of the cache TTL. @default the first of the prices */
  readonly cacheTtl?: string | undefined;
  readonly hysteresis?: Hysteresis | undefined;
  /** Returns the expected number of further calls, the next one included. @default as many as so far, from 2 to 200 */
  readonly remainingCalls?: (callsSoFar: number) => number;
  /** Share of the dropped reasoning that the model will generate again. @default 0 */
  readonly regeneratedShare?: number | undefined;
}

export interface Hysteresis {
  /** Edits with a cost are not applied twice within this many calls… @default 5 */
  readonly calls?: number;
  /** …unless their gain is this many times the last one's. @default 2 */
  readonly growth?: number;
  /** Edits with a cost wait until waiting has cost this share of it, in calls larger than necessary. @default 0.5 */
  readonly patience?: number;
  /** From this share of the limit on, worthwhile edits no longer wait. @default 0.95 */
  readonly nearLimit?: number;
}

/** Input of the schedule for one call. */
export interface EditTurn {
  /** In ms; only differences count. */
  readonly now: number;
  /** Tokens of the request without the edits. */
  readonly tokens: number;
  readonly limit: number;
  /** All due edits together; absent if none are due. */
  readonly edits?: EditedRequest | undefined;
  /** Whether history may be rewritten at this call. @default true */
  readonly allowRewrite?: boolean;
  /** Tokens that each later call adds. @default 0 */
  readonly growthPerCall?: number;
}

/** The memory of a schedule between calls. Plain JSON. */
export interface EditScheduleState {
  readonly calls: number;
  readonly firstCallAt?: number;
  readonly lastCallAt?: number;
  /** Extra cost of the calls since the last applied edits, compared with applying the due ones. */
  readonly waited?: number;
  /** The last applied edits: the call, and their net gain. */
  readonly lastApplied?: { readonly call: number; readonly net: number };
}

export type ScheduleReason =
  /** The request does not fit: edits apply whatever they cost. */
  | 'over-limit'
  /** No edits are due, or they save nothing. */
  | 'no-edits'
  /** History must not be rewritten at this call. */
  | 'not-now'
  | 'does-not-pay'
  /** The edits pay, but waiting has cost less than they would. */
  | 'not-yet'
  /** The edits pay, but the last ones were just applied. */
  | 'too-soon'
  | 'near-limit'
  | 'costs-nothing'
  | 'pays'
  /** The edits were not weighed, or the caller forces them. */
  | 'due';

export interface ScheduleStep {
  /** `apply` all edits now, let them `wait` for later ones, or do `nothing`. */
  readonly action: 'apply' | 'wait' | 'nothing';
  readonly reason: ScheduleReason;
  /** Absent without edits. */
  readonly price?: EditPrice;
  /** For the next call. */
  readonly state: EditScheduleState;
}

interface EditSchedule {
  readonly start: EditScheduleState;
  /** Call once before each model call. Pure: equal states and turns give equal steps. */
  next(state: EditScheduleState, turn: EditTurn): ScheduleStep;
}

/**
 * Creates a schedule that decides for each call whether due edits apply or wait. Waiting edits apply together with later ones, so that the
 * cache is rewritten once.
 *
 * Over the limit, edits always apply; otherwise only if they pay. If nothing cached is rewritten, they apply at once. Otherwise they wait
 * until waiting has cost a share of rewriting (`patience`): whatever follows, that is close to the best possible choice (ski rental).
 *
 * @throws {PricingError} for invalid prices and options; from `next` for invalid turns
 */
export function createEditSchedule(options: EditScheduleOptions): EditSchedule {
  const { prices, cacheTtl, hysteresis = {}, remainingCalls = expectedRemainingCalls } = options;
  const { calls = 5, growth = 2, patience = 0.5, nearLimit = 0.95 } = hysteresis;
  const regeneratedShare = checkAmount('regeneratedShare', options.regeneratedShare ?? 0);
  findCacheTtl(checkPrices(prices), cacheTtl);
  for (const [name, value] of Object.entries({ calls, growth, patience, nearLimit })) {
    checkAmount(`hysteresis.${name}`, value);
  }

  function price(state: EditScheduleState, turn: EditTurn, edits: EditedRequest): EditPrice {
    const { firstCallAt = 0, lastCallAt } = state;
    const elapsed = Math.max(0, (lastCallAt ?? 0) - firstCallAt);
    return priceEdits({
      ...edits,
      prices,
      expectedCalls: remainingCalls(state.calls),
      cacheTtl,
      msSinceLastCall: lastCallAt === undefined ? undefined : Math.max(0, turn.now - lastCallAt),
      expectedMsBetweenCalls: state.calls < 2 ? 0 : elapsed / (state.calls - 1),
      growthPerCall: turn.growthPerCall ?? 0,
      regeneratedShare,
    });
  }

  function decide(
    state: EditScheduleState,
    turn: EditTurn,
    priced: EditPrice | undefined,
    waited: number,
  ): Pick<ScheduleStep, 'action' | 'reason'> {
    if (priced === undefined) return { action: 'nothing', reason: 'no-edits' };
    if (turn.tokens > turn.limit) return { action: 'apply', reason: 'over-limit' };
    if (priced.reasons.includes('nothing-saved')) return { action: 'nothing', reason: 'no-edits' };
    if (turn.allowRewrite === false) return { action: 'wait', reason: 'not-now' };
    if (!priced.worthwhile) return { action: 'wait', reason: 'does-not-pay' };
    if (priced.cost === 0) return { action: 'apply', reason: 'costs-nothing' };
    if (turn.tokens >= nearLimit * turn.limit) return { action: 'apply', reason: 'near-limit' };
    if (waited < patience * priced.cost) return { action: 'wait', reason: 'not-yet' };
    const last = state.lastApplied;
    const isSoon = last !== undefined && state.calls - last.call < calls;
    const hasGrown = last !== undefined && last.net > 0 && priced.net >= growth * last.net;
    if (isSoon && !hasGrown) return { action: 'wait', reason: 'too-soon' };
    return { action: 'apply', reason: 'pays' };
  }

  return {
    start: { calls: 0 },
    next(state, turn) {
      for (const name of ['now', 'tokens', 'limit'] as const) checkAmount(name, turn[name]);
      const { edits, now } = turn;
      const priced = edits === undefined ? undefined : price(state, turn, edits);
      const waited = (state.waited ?? 0) + Math.max(0, priced?.savingPerCall ?? 0);
      const { action, reason } = decide(state, turn, priced, waited);
      const isApplied = action === 'apply';
      const lastApplied =
        isApplied && priced !== undefined
          ? { call: state.calls, net: priced.net }
          : state.lastApplied;
      return {
        action,
        reason,
        ...defined({ price: priced }),
        state: {
          calls: state.calls + 1,
          firstCallAt: state.firstCallAt ?? now,
          lastCallAt: now,
          waited: isApplied ? 0 : waited,
          ...defined({ lastApplied }),
        },
      };
    },
  };
}

/**
 * Returns the number of calls so far, but at least 2 and at most 200. Session lengths vary: most are short, some are very long. The lower
 * bound suits young sessions, in which edits would have to pay quickly; the upper bound avoids rewrites for an uncertain gain.
 */
export function expectedRemainingCalls(callsSoFar: number): number {
  return Math.max(2, Math.min(200, checkAmount('callsSoFar', callsSoFar)));
}
