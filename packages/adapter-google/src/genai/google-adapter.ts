import type { CallableTool } from '@google/genai';
import { createAdapter, type Adapter, type AdapterOptions } from '@palimpsest/adapter';
import { OptionError } from '@palimpsest/core-types';
import { adaptingFetch } from './adapting-fetch.ts';
import { recallCallable } from './recall-callable.ts';

export interface GoogleAdapterOptions extends AdapterOptions {
  /** Sends the requests. @default the platform's `fetch` at the time of the request */
  readonly fetch?: typeof fetch;
}

/** Hooks for a client of `@google/genai`. */
export interface GoogleAdapter {
  /**
   * For `httpOptions.fetch` of a client, a chat or one request. `generateContent` and `generateContentStream` then send contents that fit; all
   * other requests pass unchanged.
   */
  readonly fetch: typeof fetch;
  /**
   * For `config.tools`, from the first request on. The SDK executes its calls together with other callable tools. Elsewhere, `callTool`
   * returns the response parts for the `recall` calls among its input.
   */
  readonly recallTool: CallableTool;
  /** The underlying adapter, with `originals` and `ingest`. */
  readonly adapter: Adapter;
}

/**
 * Keeps requests of `@google/genai` inside the model's context window. Chats keep their whole history.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function googleAdapter({
  fetch: send,
  ...options
}: GoogleAdapterOptions = {}): GoogleAdapter {
  if (send !== undefined && typeof send !== 'function') {
    throw new OptionError('fetch', send, 'a function like fetch');
  }
  const adapter = createAdapter(options);
  return {
    adapter,
    fetch: adaptingFetch(adapter, send ?? (async (...request) => await fetch(...request))),
    recallTool: recallCallable(adapter),
  };
}
