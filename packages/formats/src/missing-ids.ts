import type { ContentBlock } from '@palimpsest/core-types';
import type { Turn } from './turns.ts';

/** Calls of one function in one content, and how many of them were answered. */
interface Batch {
  readonly turn: number;
  readonly ids: string[];
  answered: number;
}

/**
 * Gives calls and responses the ids that Gemini may leave out: a response without one answers the first open call of its function in the
 * newest content that calls it. The ids are for pairing here and are never written into parts that came without.
 */
export class MissingIds {
  readonly #newest = new Map<string, Batch>();
  #turn = 0;
  #count = 0;

  fill({ speaker, blocks }: Turn): Turn {
    this.#turn += 1;
    return { speaker, blocks: blocks.map((block) => this.#fillBlock(block)) };
  }

  #fillBlock(block: ContentBlock): ContentBlock {
    if (block.type === 'tool_call' && block.id === '') {
      this.#count += 1;
      const id = `gemini_call_${this.#count}`;
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

/** A block as it was read, with the id that was given to it here where its part has none. */
export function withGivenId(before: ContentBlock, block: ContentBlock): ContentBlock {
  if (before.type === 'tool_call' && block.type === 'tool_call' && before.id === '') {
    return { ...before, id: block.id };
  }
  if (before.type === 'tool_response' && block.type === 'tool_response' && before.callId === '') {
    return { ...before, callId: block.callId };
  }
  return before;
}
