import type { ConversationHistory, Orchestrator, PrepareResult } from '@palimpsest/orchestrator';

/** Names of the called tools, by call id. */
export type ToolNames = Map<string, string>;

/** A point up to which messages and history agree, so that a conversation can branch from it. */
export interface Checkpoint {
  readonly messages: number;
  readonly entries: number;
}

/** One conversation and its last request. */
export interface Conversation {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  readonly names: ToolNames;
  /** Index of the message from which each history object was decoded. */
  readonly messageIndices: Map<unknown, number>;
  /** Checkpoints in order. */
  checkpoints: readonly Checkpoint[];
  /** Whether anything was ever removed. */
  isRewritten: boolean;
  last: LastRequest | undefined;
  /** Settles when the request in progress has been prepared. */
  busy: Promise<unknown> | undefined;
}

interface LastRequest {
  /** Everything the response depends on, except the messages. */
  readonly requestKey: string;
  /** Messages as the framework held them. */
  readonly given: readonly unknown[];
  /** Messages as sent. */
  readonly sent: readonly unknown[];
  /** Messages as sent, with the objects from which the history was decoded. */
  readonly encoded: readonly unknown[];
  /** Number of messages up to the model's newest response. */
  readonly answered: number;
  readonly outcome: PrepareResult;
}
