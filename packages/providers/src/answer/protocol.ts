import type { UsageStats } from '@palimpsest/core-types';
import type { PlainTurn } from '../request/plain-turns.ts';
import type { Fields } from '../values.ts';

/** A part of what a model says. A thought may come with what its provider signed it with. */
export type Piece =
  | { readonly text: string }
  | { readonly thought: string; readonly signature?: string; readonly encryptedContent?: string };

/** What is known of an answer so far, beside what it says. */
export interface AnswerFacts {
  model?: string | undefined;
  finishReason?: string | undefined;
  usage?: UsageStats | undefined;
  /** Nothing more will come. */
  isOver?: boolean;
}

/** How one kind of API is asked and understood. */
export interface Protocol {
  /** Below the base address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers of a request with this key. */
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(turns: readonly PlainTurn[], maxOutputTokens: number | undefined): Fields;
  /** Events that end a stream and are no JSON. */
  readonly end?: string;
  /**
   * What an event says, with what it tells of the answer noted in `facts`; a whole answer is one event.
   *
   * @returns `undefined` for an event that is none of this protocol
   */
  read(event: Fields, facts: AnswerFacts): readonly Piece[] | undefined;
}
