import type { IContent, ModelProvider, ModelRequest } from '@palimpsest/core-types';
import { ProviderError } from '@palimpsest/providers';
import { history } from '@palimpsest/testing';

export const request: ModelRequest = {
  contents: history().system('Be brief.').human('What is the door like?').build(),
};

/** Collects all entries of a response. */
export async function collect(
  provider: ModelProvider,
  more: Partial<ModelRequest> = {},
): Promise<IContent[]> {
  const chunks: IContent[] = [];
  for await (const chunk of provider.generateChatCompletion({ ...request, ...more })) {
    chunks.push(chunk);
  }
  return chunks;
}

/** Returns the text of a response. */
export function textOf(chunks: readonly IContent[]): string {
  return chunks
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
}

/** Returns the error that a request fails with. */
export async function failureOf(answer: Promise<unknown>): Promise<ProviderError> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('The request succeeded.');
}
