import type { CompressionContext, Services, Summarizer } from '@palimpsest/core-types';
import { resolveModel } from '@palimpsest/engine';
import { llmSummarizer } from '@palimpsest/summarizer';

/** Returns the summarizer that asks the model of a compression. If the model fails, a text is summarized without it. */
export async function modelSummarizer(
  context: CompressionContext,
  services: Services,
): Promise<Summarizer> {
  const { provider, ...facts } = await resolveModel('extractive', context, services);
  return llmSummarizer({
    ...(services.nonce === undefined ? {} : { createNonce: services.nonce }),
    async generate({ prompt, signal }) {
      const parts: string[] = [];
      const answer = provider.generateChatCompletion({
        ...facts,
        signal,
        contents: [{ speaker: 'human', blocks: [{ type: 'text', text: prompt }] }],
      });
      for await (const { blocks } of answer) {
        for (const block of blocks) if (block.type === 'text') parts.push(block.text);
      }
      return parts.join('');
    },
  });
}
