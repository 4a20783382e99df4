import { fieldsOf } from './fields.ts';

// Shared by the adapters of the AI SDK and of Mastra, which calls models through the AI SDK.

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

/**
 * Reduces the texts and data of a tool result in the AI SDK's form for models. Errors, denials, images and files stay unchanged. Returns
 * the same output if nothing was reduced.
 */
export async function reduceToolOutput<Output>(
  output: Output,
  reduce: (result: unknown) => Promise<unknown>,
): Promise<Output> {
  const { type, value } = fieldsOf(output);
  if (type === 'content' && Array.isArray(value)) {
    const parts: unknown[] = [];
    for (const part of value as readonly unknown[]) parts.push(await reducePart(part, reduce));
    const isSame = parts.every((part, index) => part === value[index]);
    return isSame ? output : { ...output, value: parts };
  }
  if (type !== 'text' && type !== 'json') return output;
  const reduced = await reduce(value);
  if (reduced === value) return output;
  return { ...output, type: typeof reduced === 'string' ? 'text' : 'json', value: reduced };
}

async function reducePart(
  part: unknown,
  reduce: (result: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { type, text } = fieldsOf(part);
  if (type !== 'text' || typeof text !== 'string') return part;
  const reduced = await reduce(text);
  if (reduced === text) return part;
  return {
    ...fieldsOf(part),
    text: typeof reduced === 'string' ? reduced : JSON.stringify(reduced),
  };
}

/** Returns whether the provider runs a tool of the AI SDK and holds its results. */
export function isProviderRun(tool: object): boolean {
  const { type, execute } = fieldsOf(tool);
  return typeof type === 'string' && type.startsWith('provider') && execute === undefined;
}
