import { conversations } from '../corpus.ts';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Yields recorded histories with tool calls, each as of the last request to its model. */
export function* askedHistories(all: boolean): Generator<readonly ChatMessage[]> {
  for (const { messages } of conversations(all)) {
    const last = messages.findLastIndex(({ role }) => role === 'assistant');
    const asked: readonly ChatMessage[] = messages.slice(0, last);
    if (asked.some(({ tool_calls: calls = [] }) => calls.length > 0)) yield asked;
  }
}
