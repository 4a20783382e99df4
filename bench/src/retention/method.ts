import type { ChatMessage } from './chat-message.ts';

/** Result of a method for one history. Sizes are in tokens of the request. */
export interface Outcome {
  readonly messages: readonly ChatMessage[];
  readonly size: number;
  readonly target: number;
  /** Excess over the target, if the method reports it. */
  readonly shortfall?: number;
}

/** A way to reduce a history. */
export interface RetentionMethod {
  readonly name: string;
  /** Whether it takes a target. Without one the size is the same for every share. @default true */
  readonly sized?: boolean;
  /** @param share target as a share of the history's size */
  compress(messages: readonly ChatMessage[], share: number): Promise<Outcome> | Outcome;
}
