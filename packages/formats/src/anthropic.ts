import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { readTurn, type AnthropicMessage } from './anthropic/read.ts';
import { writeTurn } from './anthropic/write.ts';
import { CallNames, nameResponses } from './call-names.ts';
import type { Codec } from './codec.ts';
import { splitTurn, writeTurns, type TurnFormat } from './turns.ts';

export type { AnthropicMessage } from './anthropic/read.ts';

const format: TurnFormat<AnthropicMessage> = {
  name: 'anthropic',
  hasToolNames: false,
  read: (message, index) => readTurn(message, index),
  shell({ content: _content, ...rest }) {
    return rest;
  },
  write: writeTurn,
};

/** Returns whether a block is a provider's compaction of everything before it, which cannot be recreated and must not be removed. */
function isCompaction(block: ContentBlock): boolean {
  return block.type === 'opaque' && block.kind === 'compaction';
}

/** Messages API. A user message with tool results becomes one entry per result and one per run of other blocks. */
export const anthropic: Codec<AnthropicMessage> = {
  name: 'anthropic',
  decode(messages) {
    const names = new CallNames();
    const history: IContent[] = [];
    for (const [index, message] of messages.entries()) {
      const turn = nameResponses(readTurn(message, index), names, index);
      const facts = turn.blocks.some(isCompaction) ? { metadata: { pinned: true } } : {};
      for (const entry of splitTurn(format, message, turn, facts)) history.push(entry);
    }
    return history;
  },
  encode: (history) => writeTurns(format, history),
};
