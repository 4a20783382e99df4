import type { Tool } from 'ai';

/** A tool result as the model sees it. */
export type ToolOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;

/** Returns the output the AI SDK sends for a result that no tool converts. */
export function modelOutput(output: unknown): ToolOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: JSON.parse(JSON.stringify(output ?? null) ?? 'null') };
}

/** Reduces the texts and data of an output. Errors, denials, images and files stay unchanged. */
export async function reduceOutput(
  output: ToolOutput,
  reduce: (result: unknown) => Promise<unknown>,
): Promise<ToolOutput> {
  if (output.type === 'content') {
    const value = [];
    for (const part of output.value) {
      value.push(part.type === 'text' ? { ...part, text: textOf(await reduce(part.text)) } : part);
    }
    return { ...output, value };
  }
  if (output.type !== 'text' && output.type !== 'json') return output;
  const reduced = await reduce(output.value);
  if (reduced === output.value) return output;
  if (typeof reduced === 'string') return { ...output, type: 'text', value: reduced };
  return { ...output, type: 'json', value: JSON.parse(JSON.stringify(reduced)) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
