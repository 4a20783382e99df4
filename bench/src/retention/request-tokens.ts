import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { estimateTokens } from '@palimpsest/engine/tokens';
import { contentText, type ChatMessage } from './chat-message.ts';

/** What a message costs beside its texts, a call beside its id, name and arguments, and a result beside its id. In tokens, by OpenAI's rule of thumb. */
const OF_MESSAGE = 4;
const OF_CALL = 8;
const OF_RESULT = 4;

/** Texts up to this length are counted once. In UTF-16 units. */
const SHORT = 4_000;
const knownEntries = new WeakMap<IContent, number>();

/** Counts the tokens of messages. */
export type RequestCounter = (messages: readonly ChatMessage[]) => number;

/**
 * Returns the tokens of messages as they are sent, with ids, names and arguments, by the built-in estimate of `o200k_base`: exact counts of every
 * candidate of every method would take hours. System messages count 0: no method changes them.
 */
export const requestTokens: RequestCounter = createRequestCounter(estimateTokens);

/** Creates a counter of requests from one of texts. Each message, and each short text, is counted once. */
export function createRequestCounter(countText: (text: string) => number): RequestCounter {
  const known = new Map<string, number>();
  const knownMessages = new WeakMap<ChatMessage, number>();

  function textTokens(text: string | null | undefined): number {
    if (text === undefined || text === null || text === '') return 0;
    let tokens = known.get(text);
    if (tokens !== undefined) return tokens;
    tokens = countText(text);
    if (text.length <= SHORT) known.set(text, tokens);
    return tokens;
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

  return (messages) => {
    let sum = 0;
    for (const message of messages) sum += messageTokens(message);
    return sum;
  };
}

/** `requestTokens` for entries: the estimator of the strategies that are measured. */
export function entryTokens(entries: readonly IContent[]): number {
  let sum = 0;
  for (const entry of entries) {
    let tokens = knownEntries.get(entry);
    if (tokens === undefined) {
      tokens = requestTokens(openai.encode([entry]) as ChatMessage[]);
      knownEntries.set(entry, tokens);
    }
    sum += tokens;
  }
  return sum;
}
