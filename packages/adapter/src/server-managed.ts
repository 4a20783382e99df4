import { fieldsOf } from './fields.ts';

/** Call options by which a conversation stored at the provider continues. `openai`, `azure`, `xai` and `google` have one of them. */
const CONTINUES = ['previousResponseId', 'conversation', 'previousInteractionId'] as const;

/** Returns whether a call continues a conversation stored at the provider (server-managed). Its messages must not be rewritten. */
export function isServerManaged(providerOptions: object | undefined): boolean {
  return Object.values(providerOptions ?? {}).some((own: unknown) => hasAnyField(own, CONTINUES));
}

/** Returns whether an object has a value other than an empty text under one of the names. */
export function hasAnyField(value: unknown, names: readonly string[]): boolean {
  const fields = fieldsOf(value);
  return names.some((name) => (fields[name] ?? '') !== '');
}
