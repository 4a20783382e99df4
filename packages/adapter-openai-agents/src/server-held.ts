import type { AgentInputItem } from '@openai/agents';

/** Call parameters by which a conversation stored at the provider continues. */
const CONTINUES = ['previous_response_id', 'previousResponseId', 'conversation'] as const;

/**
 * Returns whether items continue a server-managed conversation. Filters cannot see `conversationId` and `previousResponseId`; but then they
 * get only new items, such as results without their calls.
 */
export function isServerHeld(
  items: readonly AgentInputItem[],
  settings: object | undefined,
): boolean {
  const { providerData }: { readonly providerData?: unknown } = settings ?? {};
  if (CONTINUES.some((name) => (membersOf(providerData)[name] ?? '') !== '')) return true;
  const calls = new Set<unknown>();
  for (const item of items) {
    const { type = '', callId }: { readonly type?: string | undefined; readonly callId?: unknown } =
      item;
    // Results of provider tools have no call id, or their calls are identified otherwise.
    if (typeof callId !== 'string') continue;
    if (/_(?:result|output)$/.test(type) && !calls.has(callId)) return true;
    calls.add(callId);
  }
  return false;
}

type Members = { readonly [Name in (typeof CONTINUES)[number]]?: unknown };

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? value : {};
}
