import type { ContentBlock } from '@palimpsest/core-types';
import type { Turn } from './turns.ts';

/**
 * Gives calls and responses the ids that Gemini may leave out: a response without one answers the oldest open call of its function. The
 * ids are for pairing here and are never written into parts that came without.
 */
export class MissingIds {
  readonly #open = new Map<string, string[]>();
  #count = 0;

  fill({ speaker, blocks }: Turn): Turn {
    return { speaker, blocks: blocks.map((block) => this.#fillBlock(block)) };
  }

  #fillBlock(block: ContentBlock): ContentBlock {
    if (block.type === 'tool_call' && block.id === '') {
      this.#count += 1;
      const id = `gemini_call_${this.#count}`;
      const open = this.#open.get(block.name);
      if (open === undefined) this.#open.set(block.name, [id]);
      else open.push(id);
      return { ...block, id };
    }
    if (block.type === 'tool_response' && block.callId === '') {
      const callId = this.#take(block.toolName);
      return callId === undefined ? block : { ...block, callId };
    }
    return block;
  }

  #take(name: string): string | undefined {
    const open = this.#open.get(name);
    const id = open?.shift();
    if (open?.length === 0) this.#open.delete(name);
    return id;
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
