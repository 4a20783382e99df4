import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { pruneMessages, type ModelMessage } from 'ai';
import type { ChatMessage } from '../chat-message.ts';
import { translate } from './translation.ts';

/** Recipe of the agent guides (loop control, tool calling), which call it in `prepareStep` once a history is too long. */
export function pruneAsInAgents(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const { translated, back } = translate(aiSdk, messages);
  return back(
    pruneMessages({
      messages: translated as ModelMessage[],
      reasoning: 'all',
      toolCalls: 'before-last-3-messages',
      emptyMessages: 'remove',
    }),
  );
}
