import { defined, rejectOnAbort, type ModelProvider } from '@palimpsest/core-types';
import {
  readOptions,
  type LanguageModelOptions,
  type ModelSettings,
} from './language-model-options.ts';
import type { LanguageModel } from './language-model.ts';
import { ProviderError } from './provider-error.ts';
import { readMessages, toPrompt } from './request-messages.ts';
import { createResponse } from './response.ts';
import { sendRequest } from './send-request.ts';

const MAX_RETRY_DELAY = 8_000;

/**
 * Creates a provider from a language model of the AI SDK, such as `openai('gpt-5')` of `@ai-sdk/openai`. Retries transient failures as long as
 * the consumer has no entry: text that was read cannot be taken back.
 *
 * @throws {OptionError}
 */
export function fromLanguageModel(
  model: LanguageModel,
  options: LanguageModelOptions = {},
): ModelProvider {
  const settings = readOptions(model, options);
  return {
    name: settings.name,
    generateChatCompletion: ({ contents, signal: caller, maxOutputTokens }) =>
      createResponse(caller, async function* (signal) {
        const call = {
          ...settings.callOptions,
          ...defined({ maxOutputTokens }),
          prompt: toPrompt(readMessages(contents)),
          // Every event of the provider counts as data for the time limit, not only text.
          includeRawChunks: true,
        };
        for (let attempt = 1; ; attempt += 1) {
          let hasEntries = false;
          try {
            for await (const entry of sendRequest({ model, settings, call, signal, attempt })) {
              hasEntries = true;
              yield entry;
            }
            return;
          } catch (error) {
            const delay = hasEntries ? undefined : retryDelay(error, attempt, settings);
            if (delay === undefined) throw error;
            await pause(delay, signal);
          }
        }
      }),
  };
}

/** Returns the milliseconds before the next attempt; `undefined` if there is none. */
function retryDelay(
  error: unknown,
  attempt: number,
  { maxRetries, maxRetryAfterMs, retryDelayMs, random }: ModelSettings,
): number | undefined {
  if (attempt > maxRetries || !(error instanceof ProviderError) || !error.isTransient)
    return undefined;
  const { retryAfterMs = 0 } = error;
  if (retryAfterMs > maxRetryAfterMs) return undefined;
  if (retryAfterMs > 0) return retryAfterMs;
  const longest = Math.max(MAX_RETRY_DELAY, retryDelayMs);
  // Random, so that many callers do not come back at the same time.
  return Math.min(longest, retryDelayMs * 2 ** (attempt - 1)) * (1 - random() / 2);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await rejectOnAbort(passed, signal);
  } finally {
    clearTimeout(timer);
  }
}
