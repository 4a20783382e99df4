/** Options of a call that say: the provider has what was said before. `openai`, `azure`, `xai` and `google` have one or another. */
const CONTINUES = ['previousResponseId', 'conversation', 'previousInteractionId'] as const;

/** Whether a call continues a conversation that the provider holds, so that its messages are no history to be rewritten. */
export function isServerManaged(providerOptions: object | undefined): boolean {
  return Object.values(providerOptions ?? {}).some((own: unknown) => {
    if (typeof own !== 'object' || own === null) return false;
    const members: { readonly [Name in (typeof CONTINUES)[number]]?: unknown } = own;
    return CONTINUES.some((name) => (members[name] ?? '') !== '');
  });
}
