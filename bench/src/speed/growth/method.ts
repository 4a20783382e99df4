import type { ChatMessage } from '../../retention/chat-message.ts';
import type { Watch } from './watch.ts';

/** A way to make a history smaller, called as its users call it. */
export interface GrowthMethod {
  readonly name: string;
  /** Makes ready, off the clock, for one pass over messages it has never seen, down to a quarter where a target can be said. */
  pass(messages: readonly ChatMessage[]): (watch: Watch) => Promise<Result> | Result;
  /** Makes ready, off the clock, for a conversation that begins with so many of the messages. */
  conversation(messages: readonly ChatMessage[], begin: number): Conversation;
}

/** Messages that are left. */
type Result = readonly unknown[];

/** One that is asked about each request. The first one makes the history smaller; each one after it has one exchange more. */
export interface Conversation {
  /** Before a request of the first `end` messages, all of which the host has kept. */
  whole(end: number, watch: Watch): Promise<unknown>;
  /** The same where the host goes on from what it was given at the request before. */
  own(end: number, watch: Watch): Promise<unknown>;
}
