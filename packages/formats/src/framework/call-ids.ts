import type { ContentBlock, IContent, ToolCallBlock } from '@palimpsest/core-types';
import type { FormatName } from '../codec.ts';
import { nativePart } from './native.ts';
import type { Turn } from './format-table.ts';
import { membersOf, sameElements, textOf, type Members } from './values.ts';

/** Calls with one key in one message, and the number of their results. */
interface Batch {
  readonly turn: number;
  /** What the results take from the calls, in their order. */
  readonly values: string[];
  answered: number;
  /** Earlier calls with the same key that have no result yet. */
  readonly before: Batch | undefined;
}

/**
 * Finds the call that a result answers by a key that both have: the id, or the name of the function. Keys may repeat: a result belongs to the
 * nearest earlier message with a pending call of that key, and there to the first such call.
 */
export class PendingCalls {
  readonly #newest = new Map<string, Batch>();

  /** Adds a call; `turn` identifies its message. */
  add(key: string, value: string, turn: number): void {
    const newest = this.#newest.get(key);
    if (newest?.turn === turn) newest.values.push(value);
    else {
      const before = newest !== undefined && isOpen(newest) ? newest : undefined;
      this.#newest.set(key, { turn, values: [value], answered: 0, before });
    }
  }

  /**
   * Returns the value of the call that a result answers; `undefined` without a pending call.
   *
   * @param mayRepeat whether a second result gets the value of the last answered call
   */
  take(key: string, mayRepeat: boolean): string | undefined {
    const batch = this.#newest.get(key);
    if (batch === undefined) return undefined;
    if (!isOpen(batch)) return mayRepeat ? batch.values.at(-1) : undefined;
    const value = batch.values[batch.answered];
    batch.answered += 1;
    if (!isOpen(batch) && batch.before !== undefined) this.#newest.set(key, batch.before);
    return value;
  }
}

function isOpen({ values, answered }: Batch): boolean {
  return answered < values.length;
}

/** Sets the tool names of a message's results, and adds its calls. With `fromCalls`, also those of results that have a name. */
export function nameResponses(
  turn: Turn,
  names: PendingCalls,
  index: number,
  fromCalls: boolean = false,
): Turn {
  const blocks = turn.blocks.map((block): ContentBlock => {
    if (block.type === 'tool_call') names.add(block.id, block.name, index);
    if (block.type !== 'tool_response') return block;
    const toolName = names.take(block.callId, true);
    const isNamed = toolName === undefined || (block.toolName !== '' && !fromCalls);
    return isNamed ? block : { ...block, toolName };
  });
  return { ...turn, blocks };
}

/** Assigns ids that a format may omit. They serve pairing only, and are never written into parts that had none. */
export interface MissingIds {
  /** Returns a function that assigns the ids of one conversation, message by message. */
  createFill(): (turn: Turn) => Turn;
  /** Returns entries as the format will read them again: a generated result has no id if its call was read without one. */
  remove(history: readonly IContent[]): readonly IContent[];
}

/** @param idOf returns the id that a part with a call has */
export function createMissingIds(format: FormatName, idOf: (part: Members) => unknown): MissingIds {
  const hasNoId = (call: ToolCallBlock): boolean => {
    const part = nativePart(format, call)?.part;
    return part !== undefined && textOf(idOf(membersOf(part))) === '';
  };
  return {
    createFill: () => createFill(format),
    remove(history) {
      const calls = history.flatMap(({ blocks }) =>
        blocks.filter((block) => block.type === 'tool_call').filter(hasNoId),
      );
      const given = new Set(calls.map(({ id }) => id));
      if (given.size === 0) return history;
      return history.map((entry) => {
        const blocks = entry.blocks.map((block) =>
          block.type === 'tool_response' && block.native === undefined && given.has(block.callId)
            ? { ...block, callId: '' }
            : block,
        );
        return sameElements(blocks, entry.blocks) ? entry : { ...entry, blocks };
      });
    },
  };
}

/** A result without an id gets the id of a pending call of its function. */
function createFill(format: FormatName): (turn: Turn) => Turn {
  const calls = new PendingCalls();
  let turn = 0;
  let count = 0;
  const fill = (block: ContentBlock): ContentBlock => {
    if (block.type === 'tool_call' && block.id === '') {
      count += 1;
      const id = `${format}_call_${count}`;
      calls.add(block.name, id, turn);
      return { ...block, id };
    }
    if (block.type !== 'tool_response' || block.callId !== '') return block;
    const callId = calls.take(block.toolName, false);
    return callId === undefined ? block : { ...block, callId };
  };
  return (read) => {
    turn += 1;
    return { ...read, blocks: read.blocks.map(fill) };
  };
}

/** Returns a decoded block with the assigned id, if its part has none. */
export function withGivenId(before: ContentBlock, block: ContentBlock): ContentBlock {
  if (before.type === 'tool_call' && block.type === 'tool_call' && before.id === '') {
    return { ...before, id: block.id };
  }
  if (before.type === 'tool_response' && block.type === 'tool_response' && before.callId === '') {
    return { ...before, callId: block.callId };
  }
  return before;
}
