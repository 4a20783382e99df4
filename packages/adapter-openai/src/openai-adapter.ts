import {
  createAdapter,
  observeResponse,
  type Adapter,
  type AdapterOptions,
} from '@palimpsest/adapter';
import { adaptBody } from './adapt-body.ts';
import {
  chatRecallTool,
  RESPONSES_RECALL_TOOL,
  type ChatRecallTool,
  type ResponsesRecallTool,
} from './recall-tools.ts';
import { usageWatch } from './usage.ts';

/** Options of every adapter, and the fetch to use. */
export interface OpenAIAdapterOptions extends AdapterOptions {
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

/** Hooks for an `openai` client. */
export interface OpenAIAdapter extends Pick<Adapter, 'recall' | 'originals'> {
  /** For the client's option `fetch`. Passes every request without a whole history through unchanged. */
  readonly fetch: typeof fetch;
  /** For `tools` of chat completions and of `runTools`, which also calls it. */
  readonly recallTool: ChatRecallTool;
  /** For `tools` of the Responses API. Execute its calls with `recall`. */
  readonly responsesRecallTool: ResponsesRecallTool;
}

/**
 * Keeps requests of an `openai` client inside the model's context window: chat completions, and Responses requests that contain their whole
 * history. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function openaiAdapter(options: OpenAIAdapterOptions = {}): OpenAIAdapter {
  const adapter = createAdapter(options, {
    fetch: [(value) => typeof value === 'function', 'a function like the global fetch'],
  });
  const { recall, originals } = adapter;
  const send: typeof fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);

  const adaptingFetch: typeof fetch = async (input, init) => {
    const adapted = await adaptBody(adapter, input, init);
    if (adapted === undefined) return await send(input, init);
    const { body, report } = adapted;
    const response = await send(input, body === init?.body ? init : withBody(init, body));
    return observeResponse(response, usageWatch(report));
  };
  return {
    fetch: adaptingFetch,
    recallTool: chatRecallTool(recall),
    responsesRecallTool: RESPONSES_RECALL_TOOL,
    recall,
    originals,
  };
}

/** Returns the request with another body and without the old content length. */
function withBody(init: RequestInit | undefined, body: string): RequestInit {
  const headers = new Headers(init?.headers);
  if (!headers.has('content-length')) return { ...init, body };
  headers.delete('content-length');
  return { ...init, body, headers };
}
