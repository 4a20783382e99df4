import type { CallableTool } from '@google/genai';
import {
  createAdapter,
  observeResponse,
  type Adapter,
  type AdapterOptions,
} from '@palimpsest/adapter';
import { usageWatch } from '../usage.ts';
import { readGenerateRequest } from './generate-request.ts';
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
export function googleAdapter(options: GoogleAdapterOptions = {}): GoogleAdapter {
  const adapter = createAdapter(options, {
    fetch: [(value) => typeof value === 'function', 'a function like fetch'],
  });
  const send: typeof fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);

  /** Fits the contents of requests and reports token usage. Does not change the given request. */
  const adaptingFetch: typeof fetch = async (input, init) => {
    const request = readGenerateRequest(input, init?.body);
    if (request === undefined) return await send(input, init);
    const { contents, body, facts } = request;
    const signal = init?.signal ?? undefined;
    const { messages, report } = await adapter.adapt('gemini', contents, { ...facts, signal });
    // A request that already fits is sent with its original text.
    const isSame = messages === contents;
    const fitting = isSame
      ? init
      : { ...init, body: JSON.stringify({ ...body, contents: messages }) };
    return observeResponse(await send(input, fitting), usageWatch(report));
  };
  return { adapter, fetch: adaptingFetch, recallTool: recallCallable(adapter) };
}
