import { openaiAgents } from '@palimpsest/formats/openai-agents';
import type { AgentInputItem, Session } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';

/** Optional methods of sessions, which are forwarded to the wrapped session. */
const FORWARDED_METHODS = [
  'prepareHistoryItemForModelInput',
  'prepareHistoryItemsForPersistenceComparison',
  'preserveReasoningItemIdsForPersistence',
  'replaceHistoryWithCompaction',
  'applyHistoryMutations',
  'applyHistoryTransaction',
] as const;

/** Wraps a session whose reads are compressed. A read of only the newest items is unchanged, because the SDK uses it to check what it stored. */
export function createCompressedSession(adapter: Adapter, wrapped: Session): Session {
  // The provider compacts such a session.
  if ('runCompaction' in wrapped) return wrapped;
  const optional: Session & { [Name in (typeof FORWARDED_METHODS)[number]]?: unknown } & {
    readonly acceptsRunContext?: unknown;
  } = wrapped;
  const forwarded = FORWARDED_METHODS.flatMap((name) => {
    const method: unknown = optional[name];
    return typeof method === 'function' ? [[name, method.bind(wrapped)] as const] : [];
  });
  const { acceptsRunContext } = optional;
  return {
    // The SDK checks for exactly `true` before it passes a run context.
    ...(acceptsRunContext === true ? { acceptsRunContext } : {}),
    ...Object.fromEntries(forwarded),
    getSessionId: () => wrapped.getSessionId(),
    async getItems(limit?: number, ...runContext: readonly unknown[]) {
      const items = await call(wrapped, 'getItems', limit, ...runContext);
      if (limit !== undefined) return items;
      const { messages } = await adapter.adapt<AgentInputItem>(openaiAgents, items);
      return messages === items ? items : [...messages];
    },
    addItems: (...args) => call(wrapped, 'addItems', ...args),
    popItem: (...args: readonly unknown[]) => call(wrapped, 'popItem', ...args),
    clearSession: (...args: readonly unknown[]) => call(wrapped, 'clearSession', ...args),
  };
}

/** Calls a session method. Sessions that accept a run context get it after the other arguments. */
function call<Name extends 'getItems' | 'addItems' | 'popItem' | 'clearSession'>(
  wrapped: Session,
  name: Name,
  ...args: readonly unknown[]
): ReturnType<Session[Name]> {
  return Reflect.apply(wrapped[name], wrapped, args) as ReturnType<Session[Name]>;
}
