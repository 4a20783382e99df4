import type { ChatMessage } from './chat-message.ts';

/** What a method made of a history. Sizes are in characters, as the method itself counts them. */
export interface Outcome {
  readonly messages: readonly ChatMessage[];
  readonly size: number;
  readonly target: number;
  /** By how much the target was missed, where the method says so itself. */
  readonly shortfall?: number;
}

/** Something that makes a history smaller. */
export interface RetentionMethod {
  readonly name: string;
  /** Whether it takes a target; one that does not ends at the same size whatever the share. @default true */
  readonly sized?: boolean;
  /** @param share of its characters that the history should come down to */
  compress(messages: readonly ChatMessage[], share: number): Promise<Outcome> | Outcome;
}
