import type { ContentBlock } from '@palimpsest/core-types';
import type { Turn } from './turns.ts';

interface Batch {
  readonly turn: number;
  readonly names: string[];
  answered: number;
  /** Earlier calls with the same id that have no result yet. */
  readonly before: Batch | undefined;
}

/**
 * Finds the tool of a result that carries only a call id. Ids may repeat: a result belongs to the nearest earlier message with a pending call
 * of that id, and there to the first such call.
 */
export class CallNames {
  readonly #newest = new Map<string, Batch>();

  /** Adds a call; `turn` identifies its message. */
  open(id: string, name: string, turn: number): void {
    const newest = this.#newest.get(id);
    if (newest?.turn === turn) newest.names.push(name);
    else {
      const before = newest !== undefined && isOpen(newest) ? newest : undefined;
      this.#newest.set(id, { turn, names: [name], answered: 0, before });
    }
  }

  /** Returns the name of the tool. A second result gets the name of the last answered call; without any call, `undefined`. */
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

/** Sets the tool names of a message's results, and adds its calls. */
export function nameResponses(turn: Turn, names: CallNames, index: number): Turn {
  const blocks = turn.blocks.map((block): ContentBlock => {
    if (block.type === 'tool_call') names.open(block.id, block.name, index);
    if (block.type !== 'tool_response') return block;
    const toolName = names.answer(block.callId) ?? '';
    return block.toolName === '' ? { ...block, toolName } : block;
  });
  return { speaker: turn.speaker, blocks };
}
