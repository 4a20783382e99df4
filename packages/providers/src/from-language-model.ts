import { defined, rejectOnAbort, type IContent, type ModelProvider } from '@palimpsest/core-types';
import {
  readOptions,
  type LanguageModelOptions,
  type ModelSettings,
} from './language-model-options.ts';
import type { LanguageModel, LanguageModelCall } from './language-model.ts';
import { ProviderError } from './provider-error.ts';
import { readResponse } from './read-response.ts';
import { readMessages, toPrompt } from './request-messages.ts';
import { createAbortableStream } from './abortable-stream.ts';
import { readValues, waitUnlessAborted, type AbortableWait } from './read-values.ts';
import { ResponseError, toProviderError } from './to-provider-error.ts';

/** Maximum delay before a retry in ms, unless the first one is longer: a summary is worth waiting for, but the agent waits too. */
const MAX_RETRY_DELAY_MS = 8_000;

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
      createAbortableStream(caller, async function* (signal) {
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
  const maxDelayMs = Math.max(MAX_RETRY_DELAY_MS, retryDelayMs);
  // Random, so that many callers do not retry at the same time.
  return Math.min(maxDelayMs, retryDelayMs * 2 ** (attempt - 1)) * (1 - random() / 2);
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

interface Attempt {
  readonly model: LanguageModel;
  readonly settings: ModelSettings;
  readonly call: LanguageModelCall;
  /** Aborts when the consumer has stopped. */
  readonly signal: AbortSignal;
  /** Counted from 1. */
  readonly attempt: number;
}

/**
 * Yields the entries of one response. The time limit counts only while the model is waited for.
 *
 * @throws {ProviderError} and the reason of the signal
 */
async function* sendRequest(request: Attempt): AsyncGenerator<IContent> {
  const { model, settings, call, signal, attempt } = request;
  const { name: provider, timeoutMs, secrets } = settings;
  const control = new AbortController();
  const abortSignal = AbortSignal.any([signal, control.signal]);
  const waitUntilAbort = waitUnlessAborted(abortSignal);
  let hasBegun = false;
  const wait: AbortableWait = async (result) => {
    const timer = setTimeout(
      () => control.abort(createTimeoutError(timeoutMs, hasBegun)),
      timeoutMs,
    );
    try {
      return await waitUntilAbort(result);
    } finally {
      clearTimeout(timer);
    }
  };
  const toError = (error: unknown): Error =>
    toProviderError(error, { provider, attempt, secrets, hasBegun });
  try {
    const stream = await wait(openStream(model, { ...call, abortSignal }, abortSignal));
    hasBegun = true;
    yield* readResponse(readValues(toIterator(stream), wait), provider, toError);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderError ? error : toError(error);
  } finally {
    control.abort();
  }
}

async function openStream(
  model: LanguageModel,
  call: LanguageModelCall,
  signal: AbortSignal,
): Promise<ReadableStream<unknown>> {
  const { stream } = await model.doStream(call);
  // A model that ignores signals may come too late.
  if (signal.aborted) await stream.cancel();
  return stream;
}

function toIterator(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

function createTimeoutError(timeoutMs: number, hasBegun: boolean): ResponseError {
  const where = hasBegun ? 'in the middle of its response' : 'before its response';
  const event = `sent nothing for ${timeoutMs} ms ${where}`;
  return new ResponseError({ code: 'TIMEOUT', event, isTransient: true });
}
