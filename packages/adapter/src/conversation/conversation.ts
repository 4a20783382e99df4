import type { ConversationHistory, Orchestrator, Prepared } from '@palimpsest/orchestrator';
import type { ToolNames } from './read-new.ts';

/** A place up to which messages and history say the same, so that a conversation can go on from there otherwise. */
export interface Checkpoint {
  readonly messages: number;
  readonly entries: number;
}

/** One conversation, and its last request. */
export interface Conversation {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  readonly names: ToolNames;
  /** Where the objects that the history was read from stand among the messages. */
  readonly places: Map<unknown, number>;
  /** Places it can go on from, in their order. */
  marks: readonly Checkpoint[];
  /** Whether anything was ever taken out. */
  isRewritten: boolean;
  last: LastRequest | undefined;
  /** Ends when the request that is prepared now is. */
  busy: Promise<unknown> | undefined;
}

interface LastRequest {
  /** Everything the answer depends on, beside the messages. */
  readonly question: string;
  /** The messages as the framework had them. */
  readonly given: readonly unknown[];
  /** As they were sent. */
  readonly sent: readonly unknown[];
  /** The same with the objects that the history was read from. */
  readonly encoded: readonly unknown[];
  /** Messages up to the newest answer of the model. */
  readonly answered: number;
  readonly outcome: Prepared;
}

/** Marks that hold after a request: those before its first change, and its own. */
export function marksAfter(
  marks: readonly Checkpoint[],
  { firstChangedIndex = Infinity }: Pick<Prepared, 'firstChangedIndex'>,
  own: readonly Checkpoint[],
): readonly Checkpoint[] {
  return [...marks.filter(({ entries }) => entries <= firstChangedIndex), ...own];
}
