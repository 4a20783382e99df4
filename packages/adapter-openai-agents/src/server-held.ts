import type { AgentInputItem } from '@openai/agents';

/** Parameters of a call that say: the provider has what was said before. */
const CONTINUES = ['previous_response_id', 'previousResponseId', 'conversation'] as const;

/**
 * Whether items continue a conversation that the provider holds. Filters are not told of `conversationId` and `previousResponseId`; but
 * then they see what is new only, such as results of calls that stand nowhere.
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
    // What tools of the provider answer has none: its call stands before it, or is known by other means.
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
