import type { IContent, ToolCallBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { isRequest, type ExchangeIndex, type EntryPredicate } from '@palimpsest/history';
import type { Entries } from './sites.ts';

/** What does not change while a history is compressed. Places are indices of the history as it was at first. */
export interface ReductionScope {
  readonly history: readonly IContent[];
  /** Entries from this place on are recent and stay. */
  readonly boundary: number;
  /** Place of the newest thing a person said, -1 where nobody did. Only what was pasted into it may go, from `LONG_HUMAN_TEXT` on. */
  readonly newestHuman: number;
  /** Place of the first thing a person said, -1 where nobody did. Its beginning stays. */
  readonly firstHuman: number;
  readonly isProtected: EntryPredicate;
  readonly taxonomy: ToolTaxonomy;
  /** The call that a response answers, by place of the response's entry and by its number among the responses there. */
  callAt(place: number, number: number): ToolCallBlock | undefined;
  /** The same with calls as they stand in other entries: a call whose arguments were cut names less of what it was about. */
  withCallsOf(entries: Entries): ReductionScope;
}

export interface GroundOptions {
  readonly boundary: number;
  readonly isProtected: EntryPredicate;
  readonly taxonomy: ToolTaxonomy;
}

export function createScope(
  { history, exchanges, responses }: ExchangeIndex,
  options: GroundOptions,
): ReductionScope {
  const numbers = new Map(
    exchanges.flatMap(({ calls }) => calls.map((call, number) => [call, number] as const)),
  );
  const calls = new Map<number, CallPlace[]>();
  for (const { entry, call } of responses) {
    const found = { entry: call.entry, number: numbers.get(call)! };
    const known = calls.get(entry);
    if (known === undefined) calls.set(entry, [found]);
    else known.push(found);
  }
  const callsOf = (entries: Entries): ReductionScope['callAt'] => {
    const known = new Map<number, readonly ToolCallBlock[]>();
    return (place, number) => {
      const at = calls.get(place)?.[number];
      if (at === undefined) return undefined;
      let found = known.get(at.entry);
      if (found === undefined) {
        found = (entries[at.entry]?.blocks ?? []).filter((block) => block.type === 'tool_call');
        known.set(at.entry, found);
      }
      return found[at.number];
    };
  };
  const ground = {
    ...options,
    history,
    newestHuman: history.findLastIndex(isRequest),
    firstHuman: history.findIndex(isRequest),
    callAt: callsOf(history),
    withCallsOf: (entries: Entries): ReductionScope => ({ ...ground, callAt: callsOf(entries) }),
  };
  return ground;
}

/** Where a call stands: its entry, and its number among the calls there. */
interface CallPlace {
  readonly entry: number;
  readonly number: number;
}

/** Whether nothing forbids to make the entry at a place smaller. */
export function isFree(
  { boundary, newestHuman, isProtected }: ReductionScope,
  place: number,
  entry: IContent,
): boolean {
  return place < boundary && place !== newestHuman && !isProtected(entry);
}

/** Entries before the recent ones that nothing forbids to make smaller, oldest first. */
export function* freeEntries(
  entries: Entries,
  ground: ReductionScope,
): Generator<readonly [place: number, entry: IContent]> {
  for (let place = 0; place < ground.boundary; place += 1) {
    const entry = entries[place];
    if (entry !== undefined && isFree(ground, place, entry)) yield [place, entry];
  }
}
