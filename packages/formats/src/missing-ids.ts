import type { ContentBlock, IContent, ToolCallBlock } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import type { Turn } from './turns.ts';

/** Calls of one function in one content, and the number of its results. */
interface Batch {
  readonly turn: number;
  readonly ids: string[];
  answered: number;
}

/**
 * Assigns ids that a format may omit: a result without an id answers the first pending call of its function in the newest message that calls
 * it. Used for pairing only, and never written into parts that had none.
 */
export class MissingIds {
  readonly #newest = new Map<string, Batch>();
  readonly #format: FormatName;
  #turn = 0;
  #count = 0;

  constructor(format: FormatName) {
    this.#format = format;
  }

  fill({ speaker, blocks }: Turn): Turn {
    this.#turn += 1;
    return { speaker, blocks: blocks.map((block) => this.#fillBlock(block)) };
  }

  #fillBlock(block: ContentBlock): ContentBlock {
    if (block.type === 'tool_call' && block.id === '') {
      this.#count += 1;
      const id = `${this.#format}_call_${this.#count}`;
      const batch = this.#newest.get(block.name);
      if (batch?.turn === this.#turn) batch.ids.push(id);
      else this.#newest.set(block.name, { turn: this.#turn, ids: [id], answered: 0 });
      return { ...block, id };
    }
    if (block.type === 'tool_response' && block.callId === '') {
      const batch = this.#newest.get(block.toolName);
      const callId = batch?.ids[batch.answered];
      if (batch === undefined || callId === undefined) return block;
      batch.answered += 1;
      return { ...block, callId };
    }
    return block;
  }
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

/** Returns entries as the format will read them again: a generated result has no id if its call was read without one. */
export function withoutGivenIds(
  history: readonly IContent[],
  hasGivenId: (call: ToolCallBlock) => boolean,
): readonly IContent[] {
  const isGiven = (block: ContentBlock): block is ToolCallBlock =>
    block.type === 'tool_call' && hasGivenId(block);
  const given = new Set(history.flatMap(({ blocks }) => blocks.filter(isGiven).map(idOf)));
  if (given.size === 0) return history;
  return history.map((entry) => {
    const blocks = entry.blocks.map((block) =>
      block.type === 'tool_response' && block.native === undefined && given.has(block.callId)
        ? { ...block, callId: '' }
        : block,
    );
    return blocks.every((block, at) => block === entry.blocks[at]) ? entry : { ...entry, blocks };
  });
}

function idOf({ id }: ToolCallBlock): string {
  return id;
}
