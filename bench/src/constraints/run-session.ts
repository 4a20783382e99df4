import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { Framing } from './framings.ts';
import { placeConstraint, type Position } from './place-constraint.ts';
import type { RecordedSession } from './recorded-session.ts';

/** How often a session is compressed. */
export const ROUNDS = 10;

/** A session is compressed when it has so many tokens. */
const SESSION_TOKENS = 8_000;

export interface SessionRequest {
  readonly session: RecordedSession;
  readonly strategy: CompressionStrategy;
  /** Per cent of the tokens that each compression should leave. */
  readonly share: number;
  readonly sentence: string;
  readonly framing: Framing;
  readonly position: Position;
}

/** What became of a constraint in a session, after each compression. */
export interface SessionResult {
  /** Whether the sentence stands verbatim anywhere. */
  readonly kept: readonly boolean[];
  /** Share of the tokens that was left, from 0 to 1. */
  readonly left: readonly number[];
}

/** Compresses a session ten times; between two compressions it goes on until it is as large as before. */
export async function runSession(request: SessionRequest): Promise<SessionResult> {
  const { session, strategy, share, sentence, framing, position } = request;
  const kept: boolean[] = [];
  const left: number[] = [];
  let history: readonly IContent[] = [];
  let next = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const grown = [...history];
    let tokens = estimateEntryTokens(grown);
    // At least one piece more: there is always something new.
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

/** Whether a sentence without signs that JSON escapes stands in a history. */
function says(history: readonly IContent[], sentence: string): boolean {
  return JSON.stringify(history.map(({ blocks }) => blocks)).includes(sentence);
}
