import type { Adapter } from '@palimpsest/adapter';

/** An answer to a call of the recall tool, as `functionResponse.response` takes it: `output`, or `error` for a mistake of the model. */
export async function recallResponse(
  adapter: Pick<Adapter, 'recall'>,
  input: unknown,
): Promise<Record<string, string>> {
  const { text, isError } = await adapter.recall(input);
  return isError ? { error: text } : { output: text };
}
