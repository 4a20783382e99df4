import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { indexExchanges, repairHistory, safeCuts } from '@palimpsest/history';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Entries that must not be separated, such as a call and its results. */
export interface Piece {
  readonly entries: readonly IContent[];
  readonly tokens: number;
}

/**
 * An endless session: recorded conversations of one family in sequence. Only the first contributes its system messages. After the last, it
 * starts again with other call ids.
 */
export class RecordedSession {
  readonly #conversations: readonly (readonly ChatMessage[])[];
  readonly #first: number;
  readonly #pieces: Piece[] = [];
  #read = 0;

  /** @param first index of the first conversation */
  constructor(conversations: readonly (readonly ChatMessage[])[], first: number) {
    if (!conversations.some((messages) => messages.some(({ role }) => role !== 'system'))) {
      throw new RangeError('Conversations: expected one that has messages beside those of system.');
    }
    this.#conversations = conversations;
    this.#first = first;
  }

  /** Returns the piece at an index, always the same one. */
  piece(index: number): Piece {
    while (index >= this.#pieces.length) this.#readNext();
    return this.#pieces[index]!;
  }

  #readNext(): void {
    const { length } = this.#conversations;
    const messages = this.#conversations[(this.#first + this.#read) % length]!;
    const said = this.#read === 0 ? messages : continuing(messages, this.#read);
    this.#read += 1;
    this.#pieces.push(...piecesOf(repairHistory(openai.decode(said)).history));
  }
}

function continuing(messages: readonly ChatMessage[], part: number): ChatMessage[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map((message) => ({
      ...message,
      ...(message.tool_calls === undefined
        ? {}
        : {
            tool_calls: message.tool_calls.map((call) => ({ ...call, id: `${call.id}.${part}` })),
          }),
      ...(message.tool_call_id === undefined
        ? {}
        : { tool_call_id: `${message.tool_call_id}.${part}` }),
    }));
}

function piecesOf(history: readonly IContent[]): Piece[] {
  const cuts = safeCuts(indexExchanges(history));
  const pieces: Piece[] = [];
  for (let start = 0; start < history.length;) {
    const end = cuts.atOrAfter(start + 1) ?? history.length;
    const entries = history.slice(start, end);
    pieces.push({ entries, tokens: estimateEntryTokens(entries) });
    start = end;
  }
  return pieces;
}
