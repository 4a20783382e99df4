import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { ShownEntry } from '../showing/quote-history.ts';

/** Tokens of an answer for which a request leaves room; of a small window a quarter. */
const ANSWER_TOKENS = 8_000;

/** Tokens of rules, notes and last word, the prompt apart. */
const FRAME_TOKENS = 1_000;

/** The least a request quotes: below it no summary is worth asking for. */
const MIN_TOKENS = 500;

/** More characters no token stands for on average, whatever an estimator says: so no request grows past its window by accident. */
const MAX_CHARACTERS_PER_TOKEN = 4;

/** Characters an entry takes in a request beside its text. */
const MARK_CHARACTERS = 40;

/** How many tokens a request with such a prompt may quote, so that it stays within the window of the model that is asked, with its answer (#1566). */
export function requestRoom(contextLimit: number, promptTokens: number): number {
  const answer = Math.min(ANSWER_TOKENS, Math.floor(contextLimit / 4));
  return Math.max(MIN_TOKENS, contextLimit - answer - FRAME_TOKENS - promptTokens);
}

/** Tokens that shown entries take in a request. */
export type RequestScale = (entries: readonly ShownEntry[]) => Promise<number>;

/** Counts with the caller's estimator, and never fewer than characters allow. */
export function requestScale(estimateTokens: TokenEstimator): RequestScale {
  return async (entries) => {
    let characters = 0;
    for (const { text } of entries) characters += text.length + MARK_CHARACTERS;
    const tokens = await estimateTokens(entries.map(asContent));
    return Math.max(tokens, Math.ceil(characters / MAX_CHARACTERS_PER_TOKEN));
  };
}

function asContent({ text }: ShownEntry): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}
