import { expect, test } from 'vitest';
import { createPrefixCache, type CountedEntry } from '../../../../bench/src/replay/prefix-cache.ts';
import { createEditSchedule, PRICES, type PriceTable } from '../../src/index.ts';
import type { EditedRequest } from '../../src/economics/price-edits.ts';

const SYSTEM: CountedEntry = { digest: 'system and tools', tokens: 6_000 };
const CALL_TOKENS = 600;
const RESULT_TOKENS = 3_000;
const STUB_TOKENS = 40;
const NEWEST = 6;
const CALLS = 80;

const isDue = (entry: CountedEntry, index: number, history: readonly CountedEntry[]): boolean =>
  entry.tokens === RESULT_TOKENS && index < history.length - NEWEST;

const sum = (entries: readonly CountedEntry[]): number =>
  entries.reduce((total, { tokens }) => total + tokens, 0);

/** Returns the edits that shorten all results before the newest six entries; `undefined` if none are due. */
function dueEdits(history: readonly CountedEntry[]): EditedRequest | undefined {
  const first = history.findIndex(isDue);
  if (first < 0) return undefined;
  const suffix = sum(history.slice(first));
  return {
    prefixTokens: sum(history.slice(0, first)),
    suffixTokensBefore: suffix,
    suffixTokensAfter: suffix - history.filter(isDue).length * (RESULT_TOKENS - STUB_TOKENS),
    freshTokens: CALL_TOKENS + RESULT_TOKENS,
  };
}

const shorten = (history: readonly CountedEntry[]): CountedEntry[] =>
  history.map((entry, index) =>
    isDue(entry, index, history)
      ? { digest: `${entry.digest}, shortened`, tokens: STUB_TOKENS }
      : entry,
  );

interface Moment {
  readonly call: number;
  readonly tokens: number;
  readonly edits: EditedRequest | undefined;
}

/** Returns the bill of an agent that reads one file per call, one call per minute. */
function billOf(prices: PriceTable, isEdited: (moment: Moment) => boolean): number {
  const cache = createPrefixCache({ prices });
  let history: CountedEntry[] = [SYSTEM];
  let cost = 0;
  for (let call = 0; call < CALLS; call += 1) {
    history = history.concat(
      { digest: `call ${call}`, tokens: CALL_TOKENS },
      { digest: `result ${call}`, tokens: RESULT_TOKENS },
    );
    if (isEdited({ call, tokens: sum(history), edits: dueEdits(history) })) {
      history = shorten(history);
    }
    // Entries before the first unshortened result no longer change.
    const settled = history.findIndex(({ tokens }) => tokens === RESULT_TOKENS);
    cost += cache.call({ at: call * 60_000, entries: history, breakpoints: [settled] }).cost;
  }
  return cost;
}

function billOfSchedule(prices: PriceTable): number {
  const schedule = createEditSchedule({ prices });
  let state = schedule.start;
  return billOf(prices, ({ call, tokens, edits }) => {
    const due = edits === undefined ? {} : { edits };
    const step = schedule.next(state, { now: call * 60_000, tokens, limit: 400_000, ...due });
    state = step.state;
    return step.action === 'apply';
  });
}

const TABLES = Object.values(PRICES);

test.each(TABLES)(
  'at the prices of $provider, a schedule is over 20 % cheaper than editing never or always',
  (prices) => {
    const scheduled = billOfSchedule(prices);
    expect(scheduled).toBeLessThan(0.8 * billOf(prices, () => false));
    expect(scheduled).toBeLessThan(0.8 * billOf(prices, () => true));
  },
);

test.each(TABLES)(
  'at the prices of $provider, a schedule costs at most 3 % more than the best fixed interval',
  (prices) => {
    const intervals = Array.from({ length: CALLS - 1 }, (_, index) => index + 1);
    const best = Math.min(
      ...intervals.map((interval) =>
        billOf(prices, ({ call }) => call % interval === interval - 1),
      ),
    );
    expect(billOfSchedule(prices)).toBeLessThan(1.03 * best);
  },
  300_000,
);
