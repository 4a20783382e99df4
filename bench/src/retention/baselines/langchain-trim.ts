import { trimMessages, type BaseMessage, type TrimMessagesFields } from '@langchain/core/messages';
import { messageCharacters } from '../characters.ts';
import type { ChatMessage } from '../chat-message.ts';
import { langchainMessages } from './langchain-messages.ts';
import { translate } from './translation.ts';

/**
 * The recipe of LangChain's guide "How to trim messages": the newest messages, the instructions, a beginning with a person's message and an
 * end with one or with a result. Where the only person's message is too old to fit, that leaves nothing, not even the instructions.
 */
export function trimAsDocumented(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): Promise<readonly ChatMessage[]> {
  return trim(messages, targetCharacters, 'human');
}

/** The same, but what is left may begin with the model as well: never with a result whose call is gone. */
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
  // Where nothing is left, not even the instructions are, and in their place stands `undefined`.
  return back(trimmed.filter((message: BaseMessage | undefined) => message !== undefined));
}
