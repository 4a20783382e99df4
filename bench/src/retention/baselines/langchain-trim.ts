import { trimMessages, type BaseMessage, type TrimMessagesFields } from '@langchain/core/messages';
import { messageCharacters } from '../characters.ts';
import type { ChatMessage } from '../chat-message.ts';
import { langchainMessages } from './langchain-messages.ts';
import { translate } from './translation.ts';

/**
 * Recipe of LangChain's guide "How to trim messages": the system message and the newest messages, which start with a user message and end with
 * one or with a tool result. If the only user message is too old to fit, nothing is left, not even the system message.
 */
export function trimAsDocumented(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): Promise<readonly ChatMessage[]> {
  return trim(messages, targetCharacters, 'human');
}

/** The same, but the result may also start with an assistant message; never with a result whose call was removed. */
export function trimAnywhere(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): Promise<readonly ChatMessage[]> {
  return trim(messages, targetCharacters, ['human', 'ai']);
}

async function trim(
  messages: readonly ChatMessage[],
  maxTokens: number,
  startOn: TrimMessagesFields['startOn'] & {},
): Promise<readonly ChatMessage[]> {
  const { translated, back } = translate(langchainMessages, messages);
  const known = new WeakMap<BaseMessage, number>();
  const charactersOf = (message: BaseMessage): number => {
    const size = known.get(message) ?? messageCharacters(back([message]));
    known.set(message, size);
    return size;
  };
  const trimmed = await trimMessages(translated, {
    strategy: 'last',
    maxTokens,
    tokenCounter: (counted) => counted.reduce((sum, message) => sum + charactersOf(message), 0),
    includeSystem: true,
    startOn,
    endOn: ['human', 'tool'],
  });
  // If nothing is left, the system message is replaced by `undefined`.
  return back(trimmed.filter((message: BaseMessage | undefined) => message !== undefined));
}
