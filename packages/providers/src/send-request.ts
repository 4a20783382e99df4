import type { IContent } from '@palimpsest/core-types';
import type { ModelSettings } from './language-model-options.ts';
import type { LanguageModel, LanguageModelCall } from './language-model.ts';
import { ProviderError } from './provider-error.ts';
import { readResponse } from './read-response.ts';
import { readValues, waitUnlessAborted, type Wait } from './response.ts';
import { ResponseError, toProviderError } from './to-provider-error.ts';

export interface Attempt {
  readonly model: LanguageModel;
  readonly settings: ModelSettings;
  readonly call: LanguageModelCall;
  /** Aborts when the response is not wanted any more. */
  readonly signal: AbortSignal;
  /** Counted from 1. */
  readonly attempt: number;
}

/**
 * Yields the entries of one response. The time limit counts only while the model is waited for.
 *
 * @throws {ProviderError} and the reason of the signal
 */
export async function* sendRequest(request: Attempt): AsyncGenerator<IContent> {
  const { model, settings, call, signal, attempt } = request;
  const { name: provider, timeoutMs, secrets } = settings;
  const control = new AbortController();
  const abortSignal = AbortSignal.any([signal, control.signal]);
  const waitForEver = waitUnlessAborted(abortSignal);
  let hasBegun = false;
  const wait: Wait = async (result) => {
    const timer = setTimeout(() => control.abort(silence(timeoutMs, hasBegun)), timeoutMs);
    try {
      return await waitForEver(result);
    } finally {
      clearTimeout(timer);
    }
  };
  const fail = (error: unknown): Error =>
    toProviderError(error, { provider, attempt, secrets, hasBegun });
  try {
    const stream = await wait(openStream(model, { ...call, abortSignal }, abortSignal));
    hasBegun = true;
    yield* readResponse(readValues(iteratorOf(stream), wait), provider, fail);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderError ? error : fail(error);
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

function iteratorOf(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

function silence(timeoutMs: number, hasBegun: boolean): ResponseError {
  const where = hasBegun ? 'in the middle of its response' : 'before its response';
  const event = `sent nothing for ${timeoutMs} ms ${where}`;
  return new ResponseError({ code: 'TIMEOUT', event, isTransient: true });
}
