import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { RenderedEntry } from '../showing/quote-history.ts';

/** Tokens of an answer for which a request leaves room; of a small window a quarter. */
const ANSWER_TOKENS = 8_000;

/** The least a request quotes: below it no summary is worth asking for. */
const MIN_TOKENS = 500;

/** More characters no token stands for on average, whatever an estimator says: so no request grows past its window by accident. */
const MAX_CHARACTERS_PER_TOKEN = 4;

/** As long as a mark is, a numbered one included. */
const MARK = `§${'0'.repeat(26)}`;

/**
 * How many tokens a request may quote, so that it stays within the window of the model that is asked, with its answer (#1566).
 *
 * @param frameTokens what a request takes that quotes nothing
 */
export function requestRoom(contextLimit: number, frameTokens: number): number {
  const answer = Math.min(ANSWER_TOKENS, Math.floor(contextLimit / 4));
  return Math.max(MIN_TOKENS, contextLimit - answer - frameTokens);
}

/** Tokens that shown entries take in a request. */
export type RequestScale = (entries: readonly RenderedEntry[]) => Promise<number>;

/**
 * Counts with the caller's estimator, and never fewer than characters allow.
 *
 * @param overhead what the estimator counts beside any entries: a request has it once, its quotations do not
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

/** An entry with the line that says who speaks: of many short ones that is most. */
function asQuoted({ number, speaker, text }: RenderedEntry): string {
  return `${MARK} ${number} ${speaker}\n${text}\n`;
}

function asContent(text: string): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}
