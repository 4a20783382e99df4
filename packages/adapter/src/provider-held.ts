/** Call options by which a conversation stored at the provider continues. `openai`, `azure`, `xai` and `google` have one of them. */
const CONTINUES = ['previousResponseId', 'conversation', 'previousInteractionId'] as const;

/** Returns whether a call continues a conversation stored at the provider (server-managed). Its messages must not be rewritten. */
export function isServerManaged(providerOptions: object | undefined): boolean {
  return Object.values(providerOptions ?? {}).some((own: unknown) => {
    if (typeof own !== 'object' || own === null) return false;
    const members: { readonly [Name in (typeof CONTINUES)[number]]?: unknown } = own;
    return CONTINUES.some((name) => (members[name] ?? '') !== '');
  });
}
