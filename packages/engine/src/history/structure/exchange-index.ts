import type { IContent, ToolCallBlock, ToolResponseBlock } from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';

/** A tool call, its position and its result. */
export interface ToolCallRef {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  /** Index in `ExchangeIndex.exchanges`. */
  readonly exchange: number;
  readonly response: ToolResultRef | undefined;
}

/** A tool result, its position and its call. */
export interface ToolResultRef {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  readonly call: ToolCallRef;
}

/** A result without a pending call before it. */
export interface UnmatchedResult {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  /** `duplicate`: its call already has a result. `orphan`: no call with its id precedes it. */
  readonly kind: 'orphan' | 'duplicate';
}

/** An entry with tool calls and all their results, however far apart. Kept, reduced or removed as one unit. */
interface Exchange {
  /** Index of the entry with the calls. */
  readonly start: number;
  /** Index of the last entry with a result; `start` without results. */
  readonly end: number;
  readonly calls: readonly ToolCallRef[];
  /** Calls await their results, and only tool entries follow: allowed at the end of a history. */
  readonly isPending: boolean;
}

/** All calls of a history with their results. */
export interface ExchangeIndex {
  readonly history: readonly IContent[];
  readonly exchanges: readonly Exchange[];
  /** Results with a call, in order. */
  readonly responses: readonly ToolResultRef[];
  readonly unmatchedResults: readonly UnmatchedResult[];
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** Finds the exchanges of a history in one pass. `createCallMatcher` says which results belong to which calls. */
export function indexExchanges(history: readonly IContent[]): ExchangeIndex {
  const exchanges: Growing<Exchange>[] = [];
  const responses: ToolResultRef[] = [];
  const unmatchedResults: UnmatchedResult[] = [];
  const seen = new Set<string>();
  const matcher = createCallMatcher<Growing<ToolCallRef>>();
  for (let entry = 0; entry < history.length; entry += 1) {
    const { blocks } = history[entry]!;
    const calls: ToolCallRef[] = [];
    for (let block = 0; block < blocks.length; block += 1) {
      const content = blocks[block]!;
      if (content.type === 'tool_call') {
        const exchange = exchanges.length;
        const site = { entry, block, call: content, exchange, response: undefined };
        calls.push(site);
        matcher.add(site);
        seen.add(content.id);
      } else if (content.type === 'tool_response') {
        const site = matcher.take(content.callId);
        if (site === undefined) {
          const kind = seen.has(content.callId) ? 'duplicate' : 'orphan';
          unmatchedResults.push({ entry, block, response: content, kind });
          continue;
        }
        const response = { entry, block, response: content, call: site };
        site.response = response;
        responses.push(response);
        const exchange = exchanges[site.exchange];
        if (exchange !== undefined) exchange.end = entry;
      }
    }
    if (calls.length > 0) exchanges.push({ start: entry, end: entry, calls, isPending: false });
  }

  const newest = exchanges.at(-1);
  // Calls before a blank entry stay pending.
  const last = history.findLastIndex((entry) => entry.speaker !== 'tool' && !isBlank(entry));
  if (newest !== undefined && newest.start === last) {
    newest.isPending = newest.calls.some(isAwaitingResult);
  }
  return { history, exchanges, responses, unmatchedResults };
}

/** A tool call with the index of its entry. */
interface CallSite {
  readonly entry: number;
  readonly call: ToolCallBlock;
}

/** Pairs calls with results, in reading order. */
interface CallMatcher<Site extends CallSite> {
  add(site: Site): void;
  /** Returns the call that a result with this id belongs to, and removes it; `undefined` if there is none. */
  take(callId: string): Site | undefined;
}

/**
 * Creates a matcher of calls with results by id and position. Ids need not be unique: a result belongs to the newest entry before it with a
 * pending call of that id, and there to the first such call. Calls that the provider ran need no result and come last.
 */
export function createCallMatcher<Site extends CallSite>(): CallMatcher<Site> {
  /** Pending calls by id, in reading order. */
  const pending = new Map<string, Site[]>();
  return {
    add(site) {
      const sites = pending.get(site.call.id);
      if (sites === undefined) pending.set(site.call.id, [site]);
      else sites.push(site);
    },
    take(callId) {
      const sites = pending.get(callId);
      const newest = sites?.at(-1);
      if (sites === undefined || newest === undefined) return undefined;
      const first = sites.findLastIndex(({ entry }) => entry !== newest.entry) + 1;
      const ofHost = sites.findIndex(
        ({ call }, at) => at >= first && call.providerExecuted !== true,
      );
      const [site] = sites.splice(Math.max(first, ofHost), 1);
      if (sites.length === 0) pending.delete(callId);
      return site;
    },
  };
}

/** Returns whether a call needs a result. Calls that the provider ran do not. */
export function isAwaitingResult({ call, response }: ToolCallRef): boolean {
  return response === undefined && call.providerExecuted !== true;
}
