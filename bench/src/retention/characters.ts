import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { contentText, type ChatMessage } from './chat-message.ts';

/** Returns the characters (UTF-16 units) that a method can save: content, reasoning, names and arguments of calls. System messages count 0. */
export function messageCharacters(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + charactersOf(message), 0);
}

/** Returns the characters of one message. */
export function charactersOf(message: ChatMessage): number {
  if (message.role === 'system') return 0;
  let sum = contentText(message).length + (message.reasoning_content?.length ?? 0);
  for (const call of message.tool_calls ?? []) {
    sum += call.function.name.length + call.function.arguments.length;
  }
  return sum;
}

/** `messageCharacters` for decoded entries: the estimator of strategies that count characters instead of tokens. */
export function estimateCharacters(entries: readonly IContent[]): number {
  let sum = 0;
  for (const { speaker, blocks } of entries) {
    if (speaker === 'system') continue;
    for (const block of blocks) sum += charactersOfBlock(block);
  }
  return sum;
}

function charactersOfBlock(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'code':
      return block.code.length;
    case 'thinking':
      return block.thought.length;
    case 'tool_call':
      return block.name.length + lengthOf(block.parameters);
    case 'tool_response':
      return lengthOf(block.result) + (block.error?.length ?? 0);
    default:
      return 0;
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return value === undefined ? 0 : JSON.stringify(value).length;
}
