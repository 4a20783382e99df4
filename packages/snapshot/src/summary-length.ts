/** Shorter snapshots say too little to go on with. */
const MIN_CHARACTERS = 800;

/** Longer ones are not read as a whole any more. */
const MAX_CHARACTERS = 12_000;

/** Without a target: what share of what it stands for a snapshot may have. */
const SHARE = 0.25;

export interface LengthFacts {
  /** Characters and tokens of what is summarized, by the caller's estimator. */
  readonly characters: number;
  readonly tokens: number;
  /** Tokens left below the target once everything else is counted; absent where there is no target. */
  readonly roomTokens?: number;
}

/** How many characters a model may write, so that the result fits. */
export function summaryLength({ characters, tokens, roomTokens }: LengthFacts): number {
  const perToken = tokens > 0 ? Math.min(6, characters / tokens) : 4;
  const wanted = roomTokens === undefined ? characters * SHARE : roomTokens * perToken;
  return Math.floor(Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, wanted)));
}
