import { defined, describeValue, type IContent, type ModelProvider } from '@palimpsest/core-types';
import { ProviderError } from './provider-error.ts';
import { invalidOption } from './invalid-option.ts';
import { formatMessages, readMessages } from './request-messages.ts';
import { createAbortableStream } from './abortable-stream.ts';
import { readValues, waitUnlessAborted } from './read-values.ts';

/** The argument of a `RespondFunction`. */
interface FunctionRequest {
  /** The conversation to respond to, oldest entry first. */
  readonly contents: readonly IContent[];
  /** The same as one text. If it contains a message of the model, each message starts with `system:`, `human:` or `ai:`. */
  readonly text: string;
  /** Aborts when the caller aborts or stops reading. */
  readonly signal: AbortSignal;
  /** Maximum number of tokens of the response, if the caller sets one. */
  readonly maxOutputTokens?: number;
}

/** Returns the response, whole or in pieces. */
type RespondFunction = (
  request: FunctionRequest,
) => string | AsyncIterable<string> | Promise<string | AsyncIterable<string>>;

/**
 * Creates a provider from a function: your own model, the client of another library, or a test double. Errors of the function are passed on
 * unchanged; nothing is retried.
 *
 * @throws {OptionError}
 */
export function fromFunction(name: string, respond: RespondFunction): ModelProvider {
  if (typeof name !== 'string' || name.trim() === '') {
    throw invalidOption('name', describeValue(name), 'a text that is not blank');
  }
  if (typeof respond !== 'function') {
    throw invalidOption('respond', describeValue(respond), 'a function');
  }
  return {
    name,
    generateChatCompletion: ({ contents, signal: caller, maxOutputTokens }) =>
      createAbortableStream(caller, async function* (signal) {
        const text = formatMessages(readMessages(contents));
        const wait = waitUnlessAborted(signal);
        const request = { contents, text, signal, ...defined({ maxOutputTokens }) };
        const response: unknown = await wait(respond(request));
        if (typeof response === 'string') yield* toEntries(name, response);
        else if (!isAsyncIterable(response)) throw createNotTextError(name, response);
        else {
          const pieces = readValues(response[Symbol.asyncIterator](), wait);
          for await (const piece of pieces) yield* toEntries(name, piece);
        }
        yield { speaker: 'ai', blocks: [], metadata: { provider: name } };
      }),
  };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function* toEntries(name: string, text: unknown): Generator<IContent> {
  if (typeof text !== 'string') throw createNotTextError(name, text);
  if (text !== '') yield { speaker: 'ai', blocks: [{ type: 'text', text }] };
}

function createNotTextError(provider: string, value: unknown): ProviderError {
  const details = { code: 'BAD_STREAM', provider, isTransient: false, attempts: 1 } as const;
  return new ProviderError(`${provider}: expected a text, got ${describeValue(value)}.`, details);
}
