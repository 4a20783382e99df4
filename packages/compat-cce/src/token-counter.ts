import { describeValue } from '@palimpsest/core-types';
import { InvalidInputError } from './invalid-input-error.ts';
import { contentLength, idText, type Message } from './message.ts';

/** Tokens of one message: a finite number, 0 or more. */
export type TokenCounter = (message: Message) => number;

/**
 * One token for each 3.5 UTF-16 units of content, rounded up for each message, as in ContextCompressionEngine. Tool calls count nothing,
 * and Chinese or Japanese text counts far too little: `estimateTokens` of `@palimpsest/tokenizer` knows the scripts.
 */
export function defaultTokenCounter(message: Message): number {
  return Math.ceil(contentLength(message) / 3.5);
}

/** The counter as it was given, with a check of what it answers. */
export function checkedCounter(count: TokenCounter): TokenCounter {
  return (message) => {
    const tokens: unknown = count(message);
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens;
    throw new InvalidInputError(
      `tokenCounter answered ${describeValue(tokens)} for the message "${idText(message)}". It must answer a number, 0 or more, at once.`,
      'INVALID_TOKEN_COUNT',
    );
  };
}
