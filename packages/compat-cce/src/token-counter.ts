import { describeValue } from '@palimpsest/core-types';
import { InvalidInputError } from './invalid-input-error.ts';
import { contentLength, idText, type Message } from './message.ts';

/** Tokens of one message: a finite number, 0 or more. */
export type TokenCounter = (message: Message) => number;

/**
 * Returns one token per 3.5 UTF-16 units of content, rounded up for each message, as in ContextCompressionEngine. Ignores tool calls and
 * undercounts Chinese and Japanese text; `estimateTokens` of `@palimpsest/engine/tokens` considers the script.
 */
export function defaultTokenCounter(message: Message): number {
  return Math.ceil(contentLength(message) / 3.5);
}

/** Returns the counter with a check of its results. */
export function checkedCounter(count: TokenCounter): TokenCounter {
  return (message) => {
    const tokens: unknown = count(message);
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens;
    throw new InvalidInputError(
      `tokenCounter: expected a finite number of at least 0 for the message "${idText(message)}", got ${describeValue(tokens)}.`,
      'INVALID_TOKEN_COUNT',
    );
  };
}
