/** What a model is told of a result, as the AI SDK writes it. */
interface Output {
  readonly type?: unknown;
  readonly value?: unknown;
}

/** What Mastra tells a model of a result that no tool translates. */
export function modelOutput(output: unknown): Output {
  return { type: typeof output === 'string' ? 'text' : 'json', value: output };
}

/** An output whose texts and data are reduced. Errors and denials stay as they are, pictures and files too. */
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
