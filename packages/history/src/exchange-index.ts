import type { IContent, ToolCallBlock, ToolResponseBlock } from '@palimpsest/core-types';
import { isBlank } from './blank.ts';

/** Where a tool call stands, and the response that belongs to it. */
export interface ToolCallRef {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  /** Position in `ExchangeIndex.exchanges`. */
  readonly exchange: number;
  readonly response: ToolResultRef | undefined;
}

/** Where a tool response stands, and the call it answers. */
export interface ToolResultRef {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  readonly call: ToolCallRef;
}

/** A response no call before it is open for. */
export interface UnmatchedResult {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  /** `duplicate`: its call was answered before. `orphan`: no such call stands before it. */
  readonly kind: 'orphan' | 'duplicate';
}

/** An entry with tool calls and all their responses, however far apart: the atom that is kept, reduced or dropped as one. */
export interface Exchange {
  /** Index of the entry that calls. */
  readonly start: number;
  /** Index of the last entry that answers; `start` where nothing has been answered. */
  readonly end: number;
  readonly calls: readonly ToolCallRef[];
  /** The calls still wait for their responses, and nobody has spoken since: allowed at the end of a history. */
  readonly isPending: boolean;
}

/** Every call of a history with its response, found in one pass. */
export interface ExchangeIndex {
  readonly history: readonly IContent[];
  readonly exchanges: readonly Exchange[];
  /** Responses that belong to a call, in reading order. */
  readonly responses: readonly ToolResultRef[];
  readonly unmatchedResults: readonly UnmatchedResult[];
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** Calls of one id that wait for a response: those of one entry in order, on top of those of older entries. */
interface PendingCalls {
  readonly site: Growing<ToolCallRef>;
  readonly older: PendingCalls | undefined;
  next: PendingCalls | undefined;
  /** The last call of the same entry, where there are several. */
  last: PendingCalls | undefined;
}

/**
 * Pairs calls with responses by id and position. Ids need not be unique: a response belongs to the newest entry before it that has
 * an open call of that id, and within one entry to the first such call; calls the provider ran itself, which owe none, come last.
 */
export function indexExchanges(history: readonly IContent[]): ExchangeIndex {
  const exchanges: Growing<Exchange>[] = [];
  const responses: ToolResultRef[] = [];
  const strays: Omit<UnmatchedResult, 'kind'>[] = [];
  /** By id, only as long as they wait: a map that stays small is much faster than one of all ids. */
  const waiting = new Map<string, PendingCalls>();
  const provided: typeof waiting = new Map();

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
        const open = content.providerExecuted === true ? provided : waiting;
        open.set(content.id, wait(site, open.get(content.id)));
      } else if (content.type === 'tool_response') {
        const { callId } = content;
        const owing = waiting.get(callId);
        const spare = provided.get(callId);
        const isSpare = spare !== undefined && !(owing && owing.site.entry >= spare.site.entry);
        const first = isSpare ? spare : owing;
        if (first === undefined) {
          strays.push({ entry, block, response: content });
          continue;
        }
        const left = answered(first);
        if (left === undefined) (isSpare ? provided : waiting).delete(callId);
        else (isSpare ? provided : waiting).set(callId, left);
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
  return { history, exchanges, responses, unmatchedResults: classifyUnmatched(strays, exchanges) };
}

/** A stray whose id a call before it has answers that call once more; any other answers nothing. */
function classifyUnmatched(
  strays: readonly Omit<UnmatchedResult, 'kind'>[],
  exchanges: readonly Exchange[],
): UnmatchedResult[] {
  const known = new Set<string>();
  const calls = strays.length === 0 ? [] : exchanges.flatMap((exchange) => exchange.calls);
  let next = 0;
  return strays.map((stray) => {
    for (; next < calls.length && isBefore(calls[next]!, stray); next += 1) {
      known.add(calls[next]!.call.id);
    }
    return { ...stray, kind: known.has(stray.response.callId) ? 'duplicate' : 'orphan' };
  });
}

function isBefore(left: ToolCallRef, right: Pick<UnmatchedResult, 'entry' | 'block'>): boolean {
  return left.entry < right.entry || (left.entry === right.entry && left.block < right.block);
}

/** The newest entry of somebody but a tool. A blank one says nothing: what waits before it still waits. */
function findLastNonToolEntry(history: readonly IContent[]): number {
  return history.findLastIndex((entry) => entry.speaker !== 'tool' && !isBlank(entry));
}

function wait(site: Growing<ToolCallRef>, top: PendingCalls | undefined): PendingCalls {
  const isSameEntry = top !== undefined && top.site.entry === site.entry;
  const older = isSameEntry ? top.older : top;
  const added: PendingCalls = { site, older, next: undefined, last: undefined };
  if (!isSameEntry) return added;
  (top.last ?? top).next = added;
  top.last = added;
  return top;
}

/** What waits when the first call of the newest entry has got its response. */
function answered({ next, older, last }: PendingCalls): PendingCalls | undefined {
  if (next !== undefined) next.last = last;
  return next ?? older;
}

/** Whether a response is still owed. Tools the provider ran itself owe none. */
export function isAwaitingResult({ call, response }: ToolCallRef): boolean {
  return response === undefined && call.providerExecuted !== true;
}
