import { defined, type IContent } from '@palimpsest/core-types';
import { countSent, type Codec } from '@palimpsest/formats';
import {
  createConversationHistory,
  createOrchestrator,
  type ConversationHistory,
  type Orchestrator,
  type PrepareResult,
} from '@palimpsest/orchestrator';
import type { Mark } from '@palimpsest/orchestrator/session';
import type { AdapterContext } from './conversations.ts';

/** Names of the called tools, by call id. */
export type ToolNames = Map<string, string>;

/** A conversation in memory, and its last request. */
export interface Conversation {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  readonly names: ToolNames;
  /** Index of the message from which each history object was decoded. */
  readonly messageIndices: Map<unknown, number>;
  /** Numbers of messages and of history entries that correspond, in order. */
  marks: readonly Mark[];
  /** Whether the model of the request in progress can ask for removed content. Otherwise, texts have no ids. */
  canRecall: boolean;
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
  readonly answeredCount: number;
  readonly outcome: PrepareResult;
}

/** The start of a conversation that a new one continues. */
interface Branch {
  readonly of: Conversation;
  readonly entries: readonly IContent[];
  /** Number of messages that the entries were decoded from. */
  readonly length: number;
  readonly last?: LastRequest | undefined;
}

/** Creates a conversation; without a branch, an empty one. */
export function createConversation(
  { orchestration }: AdapterContext,
  codec: Codec,
  branch?: Branch,
): Conversation {
  const { of: earlier, entries = [], length = 0, last } = branch ?? {};
  const history = createConversationHistory(entries);
  const indices = [...(earlier?.messageIndices ?? [])];
  const { originalId } = orchestration;
  const conversation: Conversation = {
    history,
    orchestrator: createOrchestrator({
      ...orchestration,
      estimateTokens: countSent(orchestration.estimateTokens, codec),
      history,
      originalId: (entry, block) =>
        conversation.canRecall ? originalId?.(entry, block) : undefined,
      ...defined({ state: earlier?.orchestrator.toJSON() }),
    }),
    names: new Map(earlier?.names),
    messageIndices: new Map(indices.filter(([, place]) => place < length)),
    marks: earlier?.marks.filter(([messages]) => messages <= length) ?? [],
    isRewritten: earlier?.isRewritten ?? false,
    last,
    canRecall: true,
    busy: undefined,
  };
  return conversation;
}
