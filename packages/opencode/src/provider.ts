import { OptionError } from '@palimpsest/core-types';
import { PROVIDER, readSummary } from './summary-request.ts';

interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

/** A model in the interface of the AI SDK, version 3, as far as opencode uses it. */
interface SummaryModel {
  readonly specificationVersion: 'v3';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Readonly<Record<string, never>>;
  doGenerate(request: { readonly prompt: readonly PromptMessage[] }): Promise<object>;
  doStream(request: {
    readonly prompt: readonly PromptMessage[];
  }): Promise<{ readonly stream: ReadableStream<object> }>;
}

const USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const FINISH = { finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE };

/**
 * Creates the provider of opencode's agent `compaction`. Its model is none: it answers with the text that the plugin put into the request.
 * opencode calls the function of a provider's module whose name starts with `create`.
 *
 * The model rejects with an {OptionError} where the request has no such text.
 */
export function createPalimpsest(): { languageModel(modelId: string): SummaryModel } {
  return {
    languageModel: (modelId) => ({
      specificationVersion: 'v3',
      provider: PROVIDER,
      modelId,
      supportedUrls: {},
      async doGenerate({ prompt }) {
        const content = [{ type: 'text', text: summaryIn(prompt) }];
        return await Promise.resolve({ content, ...FINISH, warnings: [] });
      },
      async doStream({ prompt }) {
        const id = '0';
        const events = [
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id },
          { type: 'text-delta', id, delta: summaryIn(prompt) },
          { type: 'text-end', id },
          { type: 'finish', ...FINISH },
        ];
        const stream = new ReadableStream<object>({
          start(controller) {
            for (const event of events) controller.enqueue(event);
            controller.close();
          },
        });
        return await Promise.resolve({ stream });
      },
    }),
  };
}

function summaryIn(prompt: readonly PromptMessage[]): string {
  const texts = prompt.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n'),
  );
  const summary = readSummary(texts.join('\n'));
  if (summary !== undefined) return summary;
  const expected =
    'a request that the plugin @palimpsest/opencode has changed: is it in the list `plugin` of the configuration?';
  throw new OptionError('prompt', texts.at(-1), expected);
}
