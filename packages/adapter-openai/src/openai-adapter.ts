import { checkAdapterOptions, createAdapter, observeResponse } from '@palimpsest/adapter';
import { OptionError } from '@palimpsest/core-types';
import { adaptBody } from './adapt-body.ts';
import type { OpenAIAdapter, OpenAIAdapterOptions } from './openai-adapter-options.ts';
import { chatRecallTool, RESPONSES_RECALL_TOOL } from './recall-tools.ts';
import { kindOfRequest } from './request-kind.ts';
import { usageWatch } from './usage.ts';

/**
 * Keeps requests of an `openai` client inside the model's context window: chat completions, and Responses requests that contain their whole
 * history. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function openaiAdapter(options: OpenAIAdapterOptions = {}): OpenAIAdapter {
  checkAdapterOptions(options, ['fetch']);
  const { fetch: given, ...others } = options;
  if (given !== undefined && typeof given !== 'function') {
    throw new OptionError('fetch', given, 'a function like the global fetch');
  }
  const adapter = createAdapter(others);
  const send: typeof fetch = (input, init) => (given ?? globalThis.fetch)(input, init);

  const adaptingFetch: typeof fetch = async (input, init) => {
    const kind = kindOfRequest(input, init);
    if (kind === undefined || typeof init?.body !== 'string') return await send(input, init);
    const adapted = await adaptBody(adapter, kind, init.body, init.signal ?? undefined);
    if (adapted === undefined) return await send(input, init);
    const { body, report } = adapted;
    const response = await send(input, body === init.body ? init : withBody(init, body));
    return observeResponse(response, usageWatch(report));
  };

  const recall: OpenAIAdapter['recall'] = async (input) => await adapter.recall(input);
  return {
    fetch: adaptingFetch,
    recallTool: chatRecallTool(recall),
    responsesRecallTool: RESPONSES_RECALL_TOOL,
    recall,
    originals: adapter.originals,
  };
}

/** Returns the request with another body and without the old content length. */
function withBody(init: RequestInit, body: string): RequestInit {
  const headers = new Headers(init.headers);
  if (!headers.has('content-length')) return { ...init, body };
  headers.delete('content-length');
  return { ...init, body, headers };
}
