import type { CallableTool } from '@google/genai';
import { createAdapter, type Adapter, type AdapterOptions } from '@palimpsest/adapter';
import { OptionError } from '@palimpsest/core-types';
import { adaptingFetch } from './adapting-fetch.ts';
import { recallCallable } from './recall-callable.ts';

export interface GoogleAdapterOptions extends AdapterOptions {
  /** What sends requests on. @default the `fetch` of the platform, as it is when a request is sent */
  readonly fetch?: typeof fetch;
}

/** What a client of `@google/genai` is given. */
export interface GoogleAdapter {
  /**
   * For `httpOptions.fetch` of a client, of a chat or of one request. `generateContent` and `generateContentStream` then send contents that fit;
   * whatever else is asked goes out as it came.
   */
  readonly fetch: typeof fetch;
  /**
   * For `config.tools`, from the first request on. The SDK answers its calls itself beside other callable tools; elsewhere `callTool` gives the
   * parts that answer the calls of `recall` among those it is handed.
   */
  readonly recallTool: CallableTool;
  /** What does the work: originals, and `ingest` for results of tools. */
  readonly adapter: Adapter;
}

/**
 * Keeps what `@google/genai` sends inside the window of the model. Chats keep their whole history.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
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
