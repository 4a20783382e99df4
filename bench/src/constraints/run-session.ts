import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { Framing } from './framings.ts';
import { placeConstraint, type Position } from './place-constraint.ts';
import type { RecordedSession } from './recorded-session.ts';

/** Number of compressions per session. */
export const ROUNDS = 10;

/** Number of tokens at which a session is compressed. */
const SESSION_TOKENS = 8_000;

export interface SessionRequest {
  readonly session: RecordedSession;
  readonly strategy: CompressionStrategy;
  /** Target of each compression, in per cent of the tokens. */
  readonly share: number;
  readonly sentence: string;
  readonly framing: Framing;
  readonly position: Position;
}

/** What is left of a constraint and of the tokens after each compression. */
export interface SessionResult {
  /** Whether the history contains the sentence verbatim. */
  readonly kept: readonly boolean[];
  /** Share of the tokens that is left, 0 to 1. */
  readonly left: readonly number[];
}

/** Compresses a session ten times; between two compressions it grows to its earlier size. */
export async function runSession(request: SessionRequest): Promise<SessionResult> {
  const { session, strategy, share, sentence, framing, position } = request;
  const kept: boolean[] = [];
  const left: number[] = [];
  let history: readonly IContent[] = [];
  let next = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const grown = [...history];
    let tokens = estimateEntryTokens(grown);
    // At least one more piece, so that each round has new entries.
    do {
      const piece = session.piece(next);
      next += 1;
      grown.push(...piece.entries);
      tokens += piece.tokens;
    } while (tokens < SESSION_TOKENS);
    const before = round === 0 ? placeConstraint(grown, { sentence, framing, position }) : grown;
    const tokensBefore = estimateEntryTokens(before);
    const result = await strategy.compress({
      history: before,
      estimateTokens: estimateEntryTokens,
      currentTokenCount: tokensBefore,
      targetTokens: Math.floor((tokensBefore * share) / 100),
      runtimeContext: { ephemerals: {} },
    });
    history = result.kind === 'applied' ? result.newHistory : before;
    kept.push(says(history, sentence));
    left.push(estimateEntryTokens(history) / tokensBefore);
  }
  return { kept, left };
}

/** Returns whether a history contains a sentence, which must need no JSON escapes. */
function says(history: readonly IContent[], sentence: string): boolean {
  return JSON.stringify(history.map(({ blocks }) => blocks)).includes(sentence);
}
