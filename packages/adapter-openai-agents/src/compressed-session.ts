import { openaiAgents } from '@palimpsest/formats/openai-agents';
import type { AgentInputItem, Session } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';

/** Optional members of sessions. They are passed on to the wrapped session. */
const MORE = [
  'prepareHistoryItemForModelInput',
  'prepareHistoryItemsForPersistenceComparison',
  'preserveReasoningItemIdsForPersistence',
  'replaceHistoryWithCompaction',
  'applyHistoryMutations',
  'applyHistoryTransaction',
] as const;

/** Wraps a session whose reads are compressed. A read of only the newest items is unchanged, because the SDK uses it to check what it stored. */
export function compressedSession(adapter: Adapter, wrapped: Session): Session {
  if ('runCompaction' in wrapped) return wrapped;
  const own: Session & { [Name in (typeof MORE)[number]]?: unknown } & {
    readonly acceptsRunContext?: unknown;
  } = wrapped;
  const more = MORE.flatMap((name) => {
    const method: unknown = own[name];
    return typeof method === 'function' ? [[name, method.bind(wrapped)] as const] : [];
  });
  const { acceptsRunContext } = own;
  return {
    ...(acceptsRunContext === true ? { acceptsRunContext } : {}),
    ...Object.fromEntries(more),
    getSessionId: () => wrapped.getSessionId(),
    async getItems(limit?: number, ...context: readonly unknown[]) {
      const items = await call(wrapped, 'getItems', limit, ...context);
      if (limit !== undefined) return items;
      const { messages } = await adapter.adapt<AgentInputItem>(openaiAgents, items);
      return messages === items ? items : [...messages];
    },
    addItems: (...given) => call(wrapped, 'addItems', ...given),
    popItem: (...given: readonly unknown[]) => call(wrapped, 'popItem', ...given),
    clearSession: (...given: readonly unknown[]) => call(wrapped, 'clearSession', ...given),
  };
}

/** Calls a session method. Sessions that accept a run context get it after the other arguments. */
function call<Name extends 'getItems' | 'addItems' | 'popItem' | 'clearSession'>(
  wrapped: Session,
  name: Name,
  ...given: readonly unknown[]
): ReturnType<Session[Name]> {
  return Reflect.apply(wrapped[name], wrapped, given) as ReturnType<Session[Name]>;
}
