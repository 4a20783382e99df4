import { createExactCounter } from '@palimpsest/engine/tokens';
import { contentText, type ChatMessage } from './chat-message.ts';

/** What a message costs beside its texts, a call beside its id, name and arguments, and a result beside its id. In tokens, by OpenAI's rule of thumb. */
const OF_MESSAGE = 4;
const OF_CALL = 8;
const OF_RESULT = 4;

/** Texts up to this length are counted once. In UTF-16 units. */
const SHORT = 4_000;

const counter = await createExactCounter();
const knownTexts = new Map<string, number>();
const knownMessages = new WeakMap<ChatMessage, number>();

/**
 * Returns the tokens of messages as they are sent, with ids, names and arguments, by exact counts of `o200k_base`. System messages count 0: no
 * method changes them. Each message, and each short text, is counted once.
 */
export function requestTokens(messages: readonly ChatMessage[]): number {
  let sum = 0;
  for (const message of messages) sum += messageTokens(message);
  return sum;
}

function messageTokens(message: ChatMessage): number {
  if (message.role === 'system') return 0;
  let tokens = knownMessages.get(message);
  if (tokens !== undefined) return tokens;
  tokens = OF_MESSAGE + textTokens(contentText(message)) + textTokens(message.reasoning_content);
  for (const { id, function: called } of message.tool_calls ?? [])
    tokens += OF_CALL + textTokens(id) + textTokens(called.name) + textTokens(called.arguments);
  if (message.role === 'tool') tokens += OF_RESULT + textTokens(message.tool_call_id);
  knownMessages.set(message, tokens);
  return tokens;
}

function textTokens(text = ''): number {
  let tokens = knownTexts.get(text);
  if (tokens !== undefined) return tokens;
  tokens = counter.count(text);
  if (text.length <= SHORT) knownTexts.set(text, tokens);
  return tokens;
}
