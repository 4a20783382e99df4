import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import type { Piece } from './protocol.ts';

type Thought = Extract<Piece, { readonly thought: string }>;

/**
 * Pieces as entries. Text goes out as it comes; thoughts are held until text comes, so that a request can be made again as long as nothing
 * was said.
 */
export class AnswerChunks {
  #thoughts: Thought[] = [];
  /** UTF-16 units that are held. */
  held = 0;

  take(piece: Piece): IContent[] {
    if ('text' in piece) {
      if (piece.text === '') return [];
      return [...this.#release(), entry([{ type: 'text', text: piece.text }])];
    }
    this.#thoughts.push(piece);
    this.held += piece.thought.length + (piece.encryptedContent?.length ?? 0);
    return [];
  }

  /** What is left, and the entry that says how the answer went. */
  end(metadata: ContentMetadata): IContent[] {
    return [...this.#release(), { speaker: 'ai', blocks: [], metadata }];
  }

  #release(): IContent[] {
    const thoughts = this.#thoughts;
    if (thoughts.length === 0) return [];
    this.#thoughts = [];
    this.held = 0;
    return [entry(thinkingBlocks(thoughts))];
  }
}

/** One block for each signature: it ends the thought it signs. */
function thinkingBlocks(thoughts: readonly Thought[]): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let texts: string[] = [];
  for (const { thought, signature, encryptedContent } of thoughts) {
    if (encryptedContent !== undefined) {
      if (texts.length > 0) blocks.push({ type: 'thinking', thought: texts.join('') });
      texts = [];
      blocks.push({ type: 'thinking', thought, isHidden: true, encryptedContent });
      continue;
    }
    texts.push(thought);
    if (signature !== undefined) {
      blocks.push({ type: 'thinking', thought: texts.join(''), signature });
      texts = [];
    }
  }
  if (texts.length > 0) blocks.push({ type: 'thinking', thought: texts.join('') });
  return blocks;
}

function entry(blocks: readonly ContentBlock[]): IContent {
  return { speaker: 'ai', blocks };
}
