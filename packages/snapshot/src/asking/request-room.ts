import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { RenderedEntry } from '../showing/quote-history.ts';

/** Tokens reserved for the response; at most a quarter of the window. */
const ANSWER_TOKENS = 8_000;

/** Minimum number of tokens that a request quotes: with fewer, a summary is not worthwhile. */
const MIN_TOKENS = 500;

/** Maximum average number of characters per token. Raises estimates that are too low, so that no request exceeds its window. */
const MAX_CHARACTERS_PER_TOKEN = 4;

/** As long as the longest delimiter, including its number. */
const MARK = `§${'0'.repeat(26)}`;

/**
 * Returns the number of tokens a request may quote, so that request and response fit the model's window (#1566).
 *
 * @param frameTokens tokens of a request without quotations
 */
export function requestRoom(contextLimit: number, frameTokens: number): number {
  const answer = Math.min(ANSWER_TOKENS, Math.floor(contextLimit / 4));
  return Math.max(MIN_TOKENS, contextLimit - answer - frameTokens);
}

/** Returns the tokens that rendered entries take in a request. */
export type RequestScale = (entries: readonly RenderedEntry[]) => Promise<number>;

/**
 * Creates a counter from the caller's estimator, with a minimum by number of characters.
 *
 * @param overhead estimate for no entries: a request contains it once, its quotations do not
 */
export function requestScale(estimateTokens: TokenEstimator, overhead = 0): RequestScale {
  return async (entries) => {
    const quoted = entries.map(asQuoted);
    let characters = 0;
    for (const text of quoted) characters += text.length;
    const tokens = (await estimateTokens(quoted.map(asContent))) - overhead;
    return Math.max(tokens, Math.ceil(characters / MAX_CHARACTERS_PER_TOKEN));
  };
}

/** Returns the entry with its header line, which has most of the tokens of a short entry. */
function asQuoted({ number, speaker, text }: RenderedEntry): string {
  return `${MARK} ${number} ${speaker}\n${text}\n`;
}

function asContent(text: string): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}
