import { RemoveMessage, type BaseMessage } from '@langchain/core/messages';

/** LangGraph's `REMOVE_ALL_MESSAGES`. */
const ALL = '__remove_all__';

/** Replaces the state of an agent by the sent messages. */
export interface StateRewriter {
  remember(given: readonly BaseMessage[], sent: readonly BaseMessage[]): void;
  /** Returns `undefined` if the newest request was sent unchanged. */
  rewrite(messages: readonly BaseMessage[]): { messages: BaseMessage[] } | undefined;
}

export function stateRewriter(): StateRewriter {
  const requests = new WeakMap<
    BaseMessage,
    readonly [length: number, sent: readonly BaseMessage[]]
  >();
  return {
    remember(given, sent) {
      const last = given.at(-1);
      if (last !== undefined) requests.set(last, [given.length, sent]);
    },
    rewrite(messages) {
      const newest = messages.findLastIndex((message) => requests.has(message));
      if (newest === -1) return undefined;
      const [length, sent] = requests.get(messages[newest]!)!;
      requests.delete(messages[newest]!);
      if (length !== newest + 1) return undefined;
      return { messages: [new RemoveMessage({ id: ALL }), ...sent, ...messages.slice(length)] };
    },
  };
}
