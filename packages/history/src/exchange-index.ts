import type { IContent, ToolCallBlock, ToolResponseBlock } from '@palimpsest/core-types';

/** Where a tool call stands, and the response that belongs to it. */
export interface CallSite {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  /** Position in `ExchangeIndex.exchanges`. */
  readonly exchange: number;
  readonly response: ResponseSite | undefined;
}

/** Where a tool response stands, and the call it answers. */
export interface ResponseSite {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  readonly call: CallSite;
}

/** A response no call before it is open for. */
export interface StrayResponse {
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
  readonly calls: readonly CallSite[];
  /** The calls still wait for their responses, and nobody has spoken since: allowed at the end of a history. */
  readonly isPending: boolean;
}

/** Every call of a history with its response, found in one pass. */
export interface ExchangeIndex {
  readonly history: readonly IContent[];
  readonly exchanges: readonly Exchange[];
  /** Responses that belong to a call, in reading order. */
  readonly responses: readonly ResponseSite[];
  readonly strays: readonly StrayResponse[];
}

type Open<T> = { -readonly [K in keyof T]: T[K] };
interface OpenGroup {
  readonly calls: Open<CallSite>[];
  next: number;
}

/**
 * Pairs calls with responses by id and position. Ids need not be unique: a response belongs to the newest entry before it that has
 * an open call of that id, and within one entry to the first such call.
 */
export function indexExchanges(history: readonly IContent[]): ExchangeIndex {
  const exchanges: Open<Exchange>[] = [];
  const responses: ResponseSite[] = [];
  const strays: StrayResponse[] = [];
  const open = new Map<string, OpenGroup[]>();
  const seen = new Set<string>();
  let lastSpoken = -1;

  for (let entry = 0; entry < history.length; entry += 1) {
    const { blocks, speaker } = history[entry]!;
    if (speaker !== 'tool') lastSpoken = entry;
    let calls: Open<CallSite>[] | undefined;
    for (let block = 0; block < blocks.length; block += 1) {
      const content = blocks[block]!;
      if (content.type === 'tool_call') {
        calls ??= [];
        const site: Open<CallSite> = {
          entry,
          block,
          call: content,
          exchange: exchanges.length,
          response: undefined,
        };
        calls.push(site);
        seen.add(content.id);
        const groups = open.get(content.id);
        const group = groups?.at(-1);
        if (group !== undefined && group.calls[0]!.entry === entry) group.calls.push(site);
        else if (groups !== undefined) groups.push({ calls: [site], next: 0 });
        else open.set(content.id, [{ calls: [site], next: 0 }]);
      } else if (content.type === 'tool_response') {
        const groups = open.get(content.callId);
        const group = groups?.at(-1);
        if (groups === undefined || group === undefined) {
          const kind = seen.has(content.callId) ? 'duplicate' : 'orphan';
          strays.push({ entry, block, response: content, kind });
          continue;
        }
        const call = group.calls[group.next]!;
        group.next += 1;
        if (group.next === group.calls.length) groups.pop();
        const site: ResponseSite = { entry, block, response: content, call };
        call.response = site;
        const exchange = exchanges[call.exchange];
        if (exchange !== undefined && entry > exchange.end) exchange.end = entry;
        responses.push(site);
      }
    }
    if (calls !== undefined) exchanges.push({ start: entry, end: entry, calls, isPending: false });
  }

  const newest = exchanges.at(-1);
  if (newest !== undefined && newest.start === lastSpoken) {
    newest.isPending = newest.calls.some(isUnanswered);
  }
  return { history, exchanges, responses, strays };
}

/** Whether a response is still owed. Tools the provider ran itself owe none. */
export function isUnanswered({ call, response }: CallSite): boolean {
  return response === undefined && call.providerExecuted !== true;
}
