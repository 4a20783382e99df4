import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { indexExchanges, repairHistory, safeCuts } from '@palimpsest/engine/history';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { compressEntries } from '../compress-entries.ts';
import type { ChatMessage } from '../retention/chat-message.ts';
import type { Framing } from './framings.ts';
import { placeConstraint, type Position } from './place-constraint.ts';

/** Number of compressions per session. */
const ROUNDS = 10;

/** Number of tokens at which a session is compressed. */
const SESSION_TOKENS = 8_000;

export interface SessionRequest {
  /** Recorded conversations, which follow one another in the session. */
  readonly conversations: readonly (readonly ChatMessage[])[];
  /** Index of the first conversation. */
  readonly first: number;
  readonly strategy: CompressionStrategy;
  /** Target of each compression, in per cent of the tokens. */
  readonly share: number;
  readonly sentence: string;
  readonly framing: Framing;
  readonly position: Position;
}

/**
 * Compresses a session ten times; between two compressions it grows to its earlier size. Returns for each compression whether the history still
 * contains the sentence verbatim.
 */
export async function runSession(request: SessionRequest): Promise<readonly boolean[]> {
  const { conversations, first, strategy, share, sentence, framing, position } = request;
  const pieces = sessionPieces(conversations, first);
  const kept: boolean[] = [];
  let history: readonly IContent[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const grown = [...history];
    let tokens = estimateEntryTokens(grown);
    // At least one more piece, so that each round has new entries.
    do {
      const piece = pieces.next().value;
      grown.push(...piece);
      tokens += estimateEntryTokens(piece);
    } while (tokens < SESSION_TOKENS);
    const before = round === 0 ? placeConstraint(grown, { sentence, framing, position }) : grown;
    const target = Math.floor((estimateEntryTokens(before) * share) / 100);
    history = await compressEntries(strategy, before, target);
    kept.push(says(history, sentence));
  }
  return kept;
}

/**
 * Yields an endless session in pieces that must not be separated, such as a call and its results. Only the first conversation contributes its
 * system messages. After the last, the first one follows, with other call ids.
 */
export function* sessionPieces(
  conversations: SessionRequest['conversations'],
  first: number,
): Generator<readonly IContent[], never> {
  for (let read = 0; ; read += 1) {
    const messages = conversations[(first + read) % conversations.length]!;
    const said = read === 0 ? messages : continuing(messages, read);
    const { history } = repairHistory(openai.decode(said));
    const cuts = safeCuts(indexExchanges(history));
    for (let start = 0; start < history.length;) {
      const end = cuts.atOrAfter(start + 1) ?? history.length;
      yield history.slice(start, end);
      start = end;
    }
  }
}

function continuing(messages: readonly ChatMessage[], part: number): ChatMessage[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(({ tool_calls: calls, tool_call_id: id, ...message }) => ({
      ...message,
      ...(calls && { tool_calls: calls.map((call) => ({ ...call, id: `${call.id}.${part}` })) }),
      ...(id !== undefined && { tool_call_id: `${id}.${part}` }),
    }));
}

/** Returns whether a history contains a sentence, which must need no JSON escapes. */
function says(history: readonly IContent[], sentence: string): boolean {
  return JSON.stringify(history.map(({ blocks }) => blocks)).includes(sentence);
}
