import type { Adapter } from '@palimpsest/adapter';

/** Executes a recall call. Returns the value for `functionResponse.response`: `output`, or `error` for a mistake of the model. */
export async function recallResponse(
  adapter: Pick<Adapter, 'recall'>,
  input: unknown,
): Promise<Record<string, string>> {
  const { text, isError } = await adapter.recall(input);
  return isError ? { error: text } : { output: text };
}
