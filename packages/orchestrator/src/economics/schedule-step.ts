import type { EditedRequest } from './edit-pricing.ts';
import type { EditPrice } from './price-edits.ts';

/** What is known before a call. */
export interface EditTurn {
  /** A clock in milliseconds; only differences count. */
  readonly now: number;
  /** Tokens of the request as it would be sent, unedited. */
  readonly tokens: number;
  /** Most tokens a request may have. */
  readonly limit: number;
  /** All edits that are due together; absent where none are. */
  readonly edits?: EditedRequest;
  /** Whether history may be rewritten now: not inside a tool loop whose thinking is bound, say. @default true */
  readonly mayRewrite?: boolean;
  /** Tokens each later call adds. @default 0 */
  readonly growthPerCall?: number;
}

/** What a schedule remembers between calls. Plain JSON. */
export interface EditScheduleState {
  readonly calls: number;
  readonly firstCallAt?: number;
  readonly lastCallAt?: number;
  /** What the calls since edits were last applied cost more than with those that were due, this one included. */
  readonly waited?: number;
  /** The last edits that were applied: at which call, and their net. */
  readonly lastApplied?: { readonly call: number; readonly net: number };
}

/**
 * - `over-limit`: the request does not fit, so it is edited whatever that costs
 * - `no-edits`: nothing is due, or nothing would get smaller
 * - `not-now`: history may not be rewritten at this call
 * - `does-not-pay`: doing nothing is cheaper
 * - `not-yet`: they pay, but waiting has cost less than they would
 * - `too-soon`: they pay, but the last ones were just applied
 * - `near-limit`, `costs-nothing`, `pays`: why edits are applied
 * - `due`: nobody weighed them, or somebody asked for them
 */
export type ScheduleReason =
  | 'over-limit'
  | 'no-edits'
  | 'not-now'
  | 'does-not-pay'
  | 'not-yet'
  | 'too-soon'
  | 'near-limit'
  | 'costs-nothing'
  | 'pays'
  | 'due';

export interface ScheduleStep {
  /** `apply` all edits now, let them `wait` to be applied with later ones, or `nothing` to do. */
  readonly action: 'apply' | 'wait' | 'nothing';
  readonly reason: ScheduleReason;
  /** What the edits would cost and save; absent where there are none. */
  readonly price?: EditPrice;
  /** To hand in before the next call. */
  readonly state: EditScheduleState;
}
