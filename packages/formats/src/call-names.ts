import type { ContentBlock } from '@palimpsest/core-types';
import type { Turn } from './turns.ts';

interface Batch {
  readonly turn: number;
  readonly names: string[];
  answered: number;
}

/**
 * Finds the tool a response belongs to where responses carry only an id. Ids may repeat: a response belongs to the nearest message
 * before it that still has an open call of that id, and within that message to the first one.
 */
export class CallNames {
  readonly #batches = new Map<string, Batch[]>();
  readonly #latest = new Map<string, string>();

  /** `turn` tells messages apart. */
  open(id: string, name: string, turn: number): void {
    this.#latest.set(id, name);
    const batches = this.#batches.get(id);
    const last = batches?.at(-1);
    if (last?.turn === turn) last.names.push(name);
    else if (batches === undefined) this.#batches.set(id, [{ turn, names: [name], answered: 0 }]);
    else batches.push({ turn, names: [name], answered: 0 });
  }

  /** Name of the tool; for a second answer, that of the newest call of the id; `undefined` where nobody called. */
  answer(id: string): string | undefined {
    const batches = this.#batches.get(id);
    const batch = batches?.at(-1);
    if (batches === undefined || batch === undefined) return this.#latest.get(id);
    const name = batch.names[batch.answered];
    batch.answered += 1;
    if (batch.answered >= batch.names.length) batches.pop();
    return name;
  }
}

/** Names the tools of a message's responses, and remembers its calls for those to come. */
export function nameResponses(turn: Turn, names: CallNames, index: number): Turn {
  const blocks = turn.blocks.map((block): ContentBlock => {
    if (block.type === 'tool_call') names.open(block.id, block.name, index);
    if (block.type !== 'tool_response') return block;
    const toolName = names.answer(block.callId) ?? '';
    return block.toolName === '' ? { ...block, toolName } : block;
  });
  return { speaker: turn.speaker, blocks };
}
