import type { IContent, ToolCallBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { isRequest, type ExchangeIndex, type Protection } from '@palimpsest/history';

/** What does not change while a history is compressed. Places are indices of the history as it was at first. */
export interface Ground {
  readonly history: readonly IContent[];
  /** Entries from this place on are recent and stay. */
  readonly boundary: number;
  /** Place of the newest thing a person said, -1 where nobody did. It stays, wherever it is. */
  readonly newestHuman: number;
  readonly isProtected: Protection;
  readonly taxonomy: ToolTaxonomy;
  /** The call that a response answers, by place of the response's entry and by its number among the responses there. */
  callAt(place: number, number: number): ToolCallBlock | undefined;
}

export interface GroundOptions {
  readonly boundary: number;
  readonly isProtected: Protection;
  readonly taxonomy: ToolTaxonomy;
}

export function groundOf({ history, responses }: ExchangeIndex, options: GroundOptions): Ground {
  const calls = new Map<number, ToolCallBlock[]>();
  for (const { entry, call } of responses) {
    const known = calls.get(entry);
    if (known === undefined) calls.set(entry, [call.call]);
    else known.push(call.call);
  }
  return {
    ...options,
    history,
    newestHuman: history.findLastIndex(isRequest),
    callAt: (place, number) => calls.get(place)?.[number],
  };
}

/** Whether nothing forbids to make the entry at a place smaller. */
export function isFree(
  { boundary, newestHuman, isProtected }: Ground,
  place: number,
  entry: IContent,
): boolean {
  return place < boundary && place !== newestHuman && !isProtected(entry);
}
