import type { CompressionContext, Services, Summarizer } from '@palimpsest/core-types';
import { resolveModel } from '@palimpsest/engine';
import { llmSummarizer } from '@palimpsest/summarizer';

/**
 * Returns a summarizer that asks the model of `context`, else that of `services`. If a call fails, rules summarize the text.
 *
 * @throws {CompressionStrategyError} `NO_MODEL` when there is no model
 */
export async function modelSummarizer(
  context: CompressionContext,
  services: Services,
): Promise<Summarizer> {
  const { provider, ...modelOptions } = await resolveModel('extractive', context, services);
  return llmSummarizer({
    ...(services.nonce === undefined ? {} : { createNonce: services.nonce }),
    async generate({ prompt, signal }) {
      const parts: string[] = [];
      const chunks = provider.generateChatCompletion({
        ...modelOptions,
        signal,
        contents: [{ speaker: 'human', blocks: [{ type: 'text', text: prompt }] }],
      });
      for await (const { blocks } of chunks) {
        for (const block of blocks) if (block.type === 'text') parts.push(block.text);
      }
      return parts.join('');
    },
  });
}
