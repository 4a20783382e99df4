import type { ToolCallBlock } from '@palimpsest/core-types';
import type { ToolCall } from './tool-result.ts';

/** The calls of a growing history whose results are not there yet. */
export interface OpenCalls {
  /** Adds a call, in reading order. */
  add(call: ToolCall): void;
  /** Returns the call that a tool result with this id belongs to, and removes it; `undefined` if there is none. */
  answer(callId: string): ToolCall | undefined;
}

/** Calls with the same id in one entry; their results come in the same order. */
interface Batch {
  readonly entry: number;
  readonly calls: ToolCall[];
  answered: number;
}

/** By call id; the batch of the newest entry is last. */
type Waiting = Map<string, Batch[]>;

/**
 * Pairs calls with results like `indexExchanges` of `@palimpsest/history`. A result belongs to the newest entry with a pending call of its id:
 * to its first such call that the provider does not execute, otherwise to the first one that it does.
 */
export function openCalls(): OpenCalls {
  const ofHost: Waiting = new Map();
  const ofProvider: Waiting = new Map();
  return {
    add(call) {
      const waiting = isProviderExecuted(call.call) ? ofProvider : ofHost;
      const batches = waiting.get(call.call.id);
      const newest = batches?.at(-1);
      const batch: Batch = { entry: call.entry, calls: [call], answered: 0 };
      if (newest?.entry === call.entry) newest.calls.push(call);
      else if (batches === undefined) waiting.set(call.call.id, [batch]);
      else batches.push(batch);
    },
    answer(callId) {
      // In the same entry, the host's call is first.
      const isOfProvider = entryOf(ofProvider, callId) > entryOf(ofHost, callId);
      return take(isOfProvider ? ofProvider : ofHost, callId);
    },
  };
}

function isProviderExecuted({ providerExecuted }: ToolCallBlock): boolean {
  return providerExecuted === true;
}

/** Returns the index of the newest entry with a pending call of an id; -1 for none. */
function entryOf(waiting: Waiting, callId: string): number {
  return waiting.get(callId)?.at(-1)?.entry ?? -1;
}

function take(waiting: Waiting, callId: string): ToolCall | undefined {
  const batches = waiting.get(callId);
  const newest = batches?.at(-1);
  if (batches === undefined || newest === undefined) return undefined;
  const call = newest.calls[newest.answered];
  newest.answered += 1;
  if (newest.answered === newest.calls.length) batches.pop();
  if (batches.length === 0) waiting.delete(callId);
  return call;
}
