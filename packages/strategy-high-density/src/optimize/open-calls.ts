import type { ToolCallBlock } from '@palimpsest/core-types';
import type { ToolCall } from './tool-result.ts';

/** The calls of a growing history that wait for a response. */
export interface OpenCalls {
  /** Calls are added in reading order. */
  add(call: ToolCall): void;
  /** The call a response with this id belongs to, which does not wait any more; `undefined` where none does. */
  answer(callId: string): ToolCall | undefined;
}

/** Calls of one id in one entry: they are answered in order. */
interface Batch {
  readonly entry: number;
  readonly calls: ToolCall[];
  answered: number;
}

/** By id, of the newest entry last. */
type Waiting = Map<string, Batch[]>;

/**
 * Pairs calls with responses as `indexExchanges` of `@palimpsest/history` does, entry by entry: a response belongs to the newest entry
 * with an open call of its id, there to the first such call; calls the provider ran itself come last.
 */
export function openCalls(): OpenCalls {
  const owed: Waiting = new Map();
  const provided: Waiting = new Map();
  return {
    add(call) {
      const waiting = isProvided(call.call) ? provided : owed;
      const batches = waiting.get(call.call.id);
      const newest = batches?.at(-1);
      const batch: Batch = { entry: call.entry, calls: [call], answered: 0 };
      if (newest?.entry === call.entry) newest.calls.push(call);
      else if (batches === undefined) waiting.set(call.call.id, [batch]);
      else batches.push(batch);
    },
    answer(callId) {
      const isSpare = entryOf(provided, callId) > entryOf(owed, callId);
      return take(isSpare ? provided : owed, callId);
    },
  };
}

function isProvided({ providerExecuted }: ToolCallBlock): boolean {
  return providerExecuted === true;
}

/** The newest entry with an open call of an id; -1 for none. */
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
