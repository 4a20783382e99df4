/** Tokens of an answer for which a request leaves room; of a small window a quarter. */
const ANSWER_TOKENS = 8_000;

/** More characters no token stands for on average, whatever an estimator says: so no request grows past its window by accident. */
const MAX_CHARACTERS_PER_TOKEN = 4;

/** Characters of rules, marks and last word. */
const FRAME_CHARACTERS = 6_000;

/** The least a request quotes: below it no summary is worth asking for. */
const MIN_CHARACTERS = 2_000;

export interface WindowFacts {
  /** Tokens of the summary model's window. */
  readonly contextLimit: number;
  /** Tokens of what is to be quoted, by the caller's estimator, and its characters. */
  readonly tokens: number;
  readonly characters: number;
}

/** How many characters a request may quote, so that it stays within the window of the model that is asked (#1566). */
export function requestRoom({ contextLimit, tokens, characters }: WindowFacts): number {
  const window = contextLimit - Math.min(ANSWER_TOKENS, Math.floor(contextLimit / 4));
  const measured = tokens > 0 ? characters / tokens : MAX_CHARACTERS_PER_TOKEN;
  const perToken = Math.min(MAX_CHARACTERS_PER_TOKEN, measured);
  return Math.max(MIN_CHARACTERS, Math.floor(window * perToken) - FRAME_CHARACTERS);
}
