/** A tool result as the AI SDK writes it for a model. */
interface Output {
  readonly type?: unknown;
  readonly value?: unknown;
}

/** Returns the output Mastra sends for a result that no tool converts. */
export function modelOutput(output: unknown): Output {
  return { type: typeof output === 'string' ? 'text' : 'json', value: output };
}

/** Reduces the texts and data of an output. Errors, denials, images and files stay unchanged. */
export async function reduceOutput(
  told: unknown,
  reduce: (result: unknown) => Promise<unknown>,
): Promise<unknown> {
  const output: Output = Object(told);
  const { type, value } = output;
  if (type === 'content' && Array.isArray(value)) {
    const parts: unknown[] = [];
    for (const part of value as readonly unknown[]) parts.push(await reducePart(part, reduce));
    return { ...output, value: parts };
  }
  if (type !== 'text' && type !== 'json') return told;
  const reduced = await reduce(value);
  if (reduced === value) return told;
  return { ...output, type: typeof reduced === 'string' ? 'text' : 'json', value: reduced };
}

async function reducePart(
  part: unknown,
  reduce: (result: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { type, text }: { readonly type?: unknown; readonly text?: unknown } = Object(part);
  if (type !== 'text' || typeof text !== 'string') return part;
  const reduced = await reduce(text);
  return {
    ...(part as object),
    text: typeof reduced === 'string' ? reduced : JSON.stringify(reduced),
  };
}
