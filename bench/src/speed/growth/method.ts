import type { ChatMessage } from '../../retention/chat-message.ts';
import type { Watch } from './watch.ts';

/** A way to reduce a history, called as its users call it. */
export interface GrowthMethod {
  readonly name: string;
  /** Prepares, untimed, one pass over new messages, to a quarter if the method takes a target. */
  pass(messages: readonly ChatMessage[]): (watch: Watch) => Promise<Result> | Result;
  /** Prepares, untimed, a conversation that starts with the first `begin` messages. */
  conversation(messages: readonly ChatMessage[], begin: number): Conversation;
}

/** The remaining messages. */
type Result = readonly unknown[];

/** A conversation that is reduced before each request. The first request reduces the history; each later one has one exchange more. */
export interface Conversation {
  /** Prepares a request with the first `end` messages, all of which the host has kept. */
  whole(end: number, watch: Watch): Promise<unknown>;
  /** The same, if the host continues with the result of the previous request. */
  own(end: number, watch: Watch): Promise<unknown>;
}
