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
interface ToolResultRef {
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
export interface Exchange {
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

/** Pending calls with one id: those of the newest entry in order, then those of older entries. */
interface PendingCalls {
  readonly site: Growing<ToolCallRef>;
  readonly older: PendingCalls | undefined;
  next: PendingCalls | undefined;
  /** Last call of the same entry, if it has several. */
  last: PendingCalls | undefined;
}

/**
 * Matches calls with results by id and position, in one pass. Ids need not be unique: a result belongs to the newest entry before it with a
 * pending call of that id, and there to the first such call. Calls that the provider ran need no result and come last.
 */
export function indexExchanges(history: readonly IContent[]): ExchangeIndex {
  const exchanges: Growing<Exchange>[] = [];
  const responses: ToolResultRef[] = [];
  const unmatched: Omit<UnmatchedResult, 'kind'>[] = [];
  /** Calls by id while they are pending: a small map is much faster than one of all ids. */
  const waiting = new Map<string, PendingCalls>();
  const providerCallsById: typeof waiting = new Map();

  for (let entry = 0; entry < history.length; entry += 1) {
    const { blocks } = history[entry]!;
    let calls: ToolCallRef[] | undefined;
    for (let block = 0; block < blocks.length; block += 1) {
      const content = blocks[block]!;
      if (content.type === 'tool_call') {
        const site = {
          entry,
          block,
          call: content,
          exchange: exchanges.length,
          response: undefined,
        };
        if (calls === undefined) calls = [site];
        else calls.push(site);
        const open = content.providerExecuted === true ? providerCallsById : waiting;
        open.set(content.id, addPendingCall(site, open.get(content.id)));
      } else if (content.type === 'tool_response') {
        const { callId } = content;
        const pendingCalls = waiting.get(callId);
        const providerCalls = providerCallsById.get(callId);
        const isProviderExecuted =
          providerCalls !== undefined &&
          !(pendingCalls && pendingCalls.site.entry >= providerCalls.site.entry);
        const first = isProviderExecuted ? providerCalls : pendingCalls;
        if (first === undefined) {
          unmatched.push({ entry, block, response: content });
          continue;
        }
        const left = removeFirstCall(first);
        if (left === undefined) (isProviderExecuted ? providerCallsById : waiting).delete(callId);
        else (isProviderExecuted ? providerCallsById : waiting).set(callId, left);
        const { site } = first;
        const response = { entry, block, response: content, call: site };
        site.response = response;
        responses.push(response);
        const exchange = exchanges[site.exchange];
        if (exchange !== undefined) exchange.end = entry;
      }
    }
    if (calls !== undefined) exchanges.push({ start: entry, end: entry, calls, isPending: false });
  }

  const newest = exchanges.at(-1);
  if (newest !== undefined && newest.start === findLastNonToolEntry(history)) {
    newest.isPending = newest.calls.some(isAwaitingResult);
  }
  return {
    history,
    exchanges,
    responses,
    unmatchedResults: classifyUnmatched(unmatched, exchanges),
  };
}

/** Classifies unmatched results: a duplicate if a call with its id precedes it, else an orphan. */
function classifyUnmatched(
  unmatched: readonly Omit<UnmatchedResult, 'kind'>[],
  exchanges: readonly Exchange[],
): UnmatchedResult[] {
  const known = new Set<string>();
  const calls = unmatched.length === 0 ? [] : exchanges.flatMap((exchange) => exchange.calls);
  let next = 0;
  return unmatched.map((stray) => {
    for (; next < calls.length && isBefore(calls[next]!, stray); next += 1) {
      known.add(calls[next]!.call.id);
    }
    return { ...stray, kind: known.has(stray.response.callId) ? 'duplicate' : 'orphan' };
  });
}

function isBefore(left: ToolCallRef, right: Pick<UnmatchedResult, 'entry' | 'block'>): boolean {
  return left.entry < right.entry || (left.entry === right.entry && left.block < right.block);
}

/** Returns the index of the newest entry that is neither blank nor of a tool. Calls before a blank entry stay pending. */
function findLastNonToolEntry(history: readonly IContent[]): number {
  return history.findLastIndex((entry) => entry.speaker !== 'tool' && !isBlank(entry));
}

function addPendingCall(site: Growing<ToolCallRef>, top: PendingCalls | undefined): PendingCalls {
  const isSameEntry = top !== undefined && top.site.entry === site.entry;
  const older = isSameEntry ? top.older : top;
  const added: PendingCalls = { site, older, next: undefined, last: undefined };
  if (!isSameEntry) return added;
  (top.last ?? top).next = added;
  top.last = added;
  return top;
}

/** Removes the first call of the newest entry; returns the remaining calls. */
function removeFirstCall({ next, older, last }: PendingCalls): PendingCalls | undefined {
  if (next !== undefined) next.last = last;
  return next ?? older;
}

/** Returns whether a call needs a result. Calls that the provider ran do not. */
export function isAwaitingResult({ call, response }: ToolCallRef): boolean {
  return response === undefined && call.providerExecuted !== true;
}
