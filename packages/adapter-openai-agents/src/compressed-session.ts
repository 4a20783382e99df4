import type { AgentInputItem, Session } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';

/** What sessions may have beside what all of them have. It is handed on to the wrapped one. */
const MORE = [
  'prepareHistoryItemForModelInput',
  'prepareHistoryItemsForPersistenceComparison',
  'preserveReasoningItemIdsForPersistence',
  'replaceHistoryWithCompaction',
  'applyHistoryMutations',
  'applyHistoryTransaction',
] as const;

/**
 * A session that is read smaller than it is kept. A read of its newest items only is given as it is: that is how the SDK looks what it has
 * stored.
 */
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
      const { messages } = await adapter.adapt<AgentInputItem>('openai-agents', items);
      return messages === items ? items : [...messages];
    },
    addItems: (...given) => call(wrapped, 'addItems', ...given),
    popItem: (...given: readonly unknown[]) => call(wrapped, 'popItem', ...given),
    clearSession: (...given: readonly unknown[]) => call(wrapped, 'clearSession', ...given),
  };
}

/** Sessions that accept the context of a run are given it behind what others are given. */
function call<Name extends 'getItems' | 'addItems' | 'popItem' | 'clearSession'>(
  wrapped: Session,
  name: Name,
  ...given: readonly unknown[]
): ReturnType<Session[Name]> {
  return Reflect.apply(wrapped[name], wrapped, given) as ReturnType<Session[Name]>;
}
