import type { ContentBlock } from '@palimpsest/core-types';
import type { Turn } from './turns.ts';

interface Batch {
  readonly turn: number;
  readonly names: string[];
  answered: number;
  /** Calls of the same id before it that nobody answered. */
  readonly before: Batch | undefined;
}

/**
 * Finds the tool a response belongs to where responses carry only an id. Ids may repeat: a response belongs to the nearest message
 * before it that still has an open call of that id, and within that message to the first one.
 */
export class CallNames {
  readonly #newest = new Map<string, Batch>();

  /** `turn` tells messages apart. */
  open(id: string, name: string, turn: number): void {
    const newest = this.#newest.get(id);
    if (newest?.turn === turn) newest.names.push(name);
    else {
      const before = newest !== undefined && isOpen(newest) ? newest : undefined;
      this.#newest.set(id, { turn, names: [name], answered: 0, before });
    }
  }

  /** Name of the tool. A second answer gets the name of the last call answered; `undefined` where nobody called. */
  answer(id: string): string | undefined {
    const batch = this.#newest.get(id);
    if (batch === undefined) return undefined;
    const name = batch.names[batch.answered] ?? batch.names.at(-1);
    batch.answered += 1;
    if (!isOpen(batch) && batch.before !== undefined) this.#newest.set(id, batch.before);
    return name;
  }
}

function isOpen({ names, answered }: Batch): boolean {
  return answered < names.length;
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
