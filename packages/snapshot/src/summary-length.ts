/** Minimum length of a snapshot, in characters: shorter ones contain too little to continue from. */
const MIN_CHARACTERS = 800;

/** Maximum length of a snapshot, in characters: longer ones are not read completely. */
const MAX_CHARACTERS = 12_000;

/** Length of a snapshot as a share of the summarized text, if there is no target. */
const SHARE = 0.25;

export interface LengthFacts {
  /** Characters of the rendered entries, and their tokens by the caller's estimator. */
  readonly characters: number;
  readonly tokens: number;
  /** Tokens between the rest of the history and the target; absent if there is no target. */
  readonly roomTokens?: number;
}

/** Returns the number of characters the model may write, so that the result fits. */
export function summaryLength({ characters, tokens, roomTokens }: LengthFacts): number {
  const perToken = tokens > 0 ? Math.min(6, characters / tokens) : 4;
  const wanted = roomTokens === undefined ? characters * SHARE : roomTokens * perToken;
  return Math.floor(Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, wanted)));
}
