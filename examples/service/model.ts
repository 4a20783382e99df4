import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelProvider } from '@palimpsest/core-types';
import { fromLanguageModel } from '@palimpsest/providers';
import { fromFunction } from '@palimpsest/providers/from-function';
import type { LanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { setTimeout } from 'node:timers/promises';
import type { Config } from './config.ts';

/** Returns the model that answers: an endpoint in the format of OpenAI, or the scripted model. */
export function chatModel(config: Config): Exclude<LanguageModel, string> {
  return endpoint(config) ?? scriptedModel();
}

/** Returns the model that writes summaries. Only workers ask it. */
export function summaryModel(config: Config): ModelProvider {
  const model = endpoint(config);
  return model === undefined ? scriptedSummary(config) : fromLanguageModel(model);
}

function endpoint({ MODEL_URL: baseURL, MODEL_NAME, MODEL_KEY: apiKey }: Config) {
  if (baseURL === undefined) return undefined;
  return createOpenAICompatible({ name: 'endpoint', baseURL, ...(apiKey && { apiKey }) })(
    MODEL_NAME,
  );
}

/** Names the summary in the answers of the scripted model. */
const SUMMARY = 'Summary by the scripted model';

/** Answers each message with a long text that says what the model was sent. No intelligence, no network. */
function scriptedModel() {
  return new MockLanguageModelV4({
    modelId: 'scripted',
    doGenerate: ({ prompt }) => {
      const sent = JSON.stringify(prompt);
      const turn = prompt.length;
      const summary = sent.includes(SUMMARY) ? 'one of them a summary' : 'no summary';
      const text = `[scripted model] I was sent ${prompt.length} messages, ${summary}.`;
      const details = Array.from(
        { length: 30 },
        (_, at) =>
          `Detail ${at + 1} of answer ${turn}: words that fill the context, as real answers do.`,
      );
      const total = Math.ceil(sent.length / 4);
      return Promise.resolve({
        content: [{ type: 'text', text: [text, ...details].join('\n') }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 250, text: 250, reasoning: 0 },
        },
        warnings: [],
      });
    },
  });
}

function scriptedSummary({ SCRIPTED_SUMMARY_MS }: Config): ModelProvider {
  return fromFunction('scripted', async ({ text, signal }) => {
    await setTimeout(SCRIPTED_SUMMARY_MS, undefined, { signal });
    return `<state_snapshot>\n${SUMMARY} of ${text.length} characters.\n</state_snapshot>`;
  });
}
