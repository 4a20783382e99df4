import { anthropic } from '@palimpsest/formats/anthropic';
import type { Middleware, APIRequest } from '@anthropic-ai/sdk';
import {
  adaptBody,
  createAdapter,
  observeResponse,
  createAdapterMembers,
  type Adapter,
  type AdapterOptions,
  type AdapterMembers,
  type ReportUsage,
  observeAnthropicUsage,
  type AgentTool,
} from '@palimpsest/adapter';
import { requestReasoningDrop } from './request-reasoning-drop.ts';
import { PalimpsestError } from '@palimpsest/core-types';

/** Hooks for an Anthropic client. */
export interface AnthropicAdapter extends AdapterMembers<AnthropicAgentTool> {
  /** For the client's option `middleware`. Passes every request without a whole history through unchanged. */
  readonly middleware: Middleware;
  /** For `tools` of every request and of the tool runner, which also calls it. */
  readonly recallTool: AnthropicAgentTool;
}

/**
 * Keeps requests of an `@anthropic-ai/sdk` client inside the model's context window: messages, streams, and tool runners created with
 * `thread: false`. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function anthropicAdapter(options: AdapterOptions = {}): AnthropicAdapter {
  const adapter = createAdapter(options);
  const requestsDrop = options.thinking === 'provider-drop';
  const middleware: Middleware = async (request, next) => {
    const adapted = await adaptRequest(adapter, request, requestsDrop);
    if (adapted === undefined) return await next(request);
    return observeResponse(await next(adapted.request), observeAnthropicUsage(adapted.report));
  };
  return { middleware, ...createAdapterMembers(adapter, toAnthropicTool) };
}

/** Fits the history of a request. Returns `undefined` for a request without a history, or with only the end of a server-managed one. */
async function adaptRequest(
  adapter: Adapter,
  request: APIRequest,
  requestsDrop: boolean,
): Promise<{ readonly request: APIRequest; readonly report: ReportUsage } | undefined> {
  const { url, method, body, headers } = request;
  const signal = request.signal ?? undefined;
  const [path = ''] = url.split(/[?#]/, 1);
  // Token counting and batches have no history.
  const isMessage = path.endsWith('/v1/messages') && method?.toUpperCase() === 'POST';
  if (!isMessage || typeof body !== 'string' || signal?.aborted === true) return undefined;
  const adapted = await adaptBody(adapter, anthropic, body, { signal });
  if (adapted === undefined) return undefined;
  const { value, text, report } = adapted;
  const withDrop = requestsDrop ? requestReasoningDrop(value, headers) : undefined;
  const changes = withDrop && { headers: withDrop.headers, body: JSON.stringify(withDrop.body) };
  return { request: { ...request, body: text, ...changes }, report };
}

/** A tool for the Messages API. Its functions are not sent: JSON has none. */
interface AnthropicAgentTool {
  readonly name: AgentTool['name'];
  readonly description: string;
  readonly input_schema: {
    readonly type: 'object';
    readonly properties: Record<string, unknown>;
    readonly required?: string[];
  };
  /** For the tool runner: throws if there is no text, so that the result is an error. */
  readonly run: (input: unknown) => Promise<string>;
  /** Accepts any input; an invalid one gets an error text. */
  readonly parse: (input: unknown) => unknown;
}

/** Returns a tool for the Messages API. Every adapter sends the same definition. */
function toAnthropicTool({
  name,
  description,
  inputSchema: { type, properties, ...schema },
  run,
}: AgentTool): AnthropicAgentTool {
  return {
    name,
    description,
    input_schema: { type, properties: { ...properties }, ...schema },
    parse: (input) => input,
    async run(input) {
      const { text, isError } = await run(input);
      if (isError) throw new PalimpsestError(text, 'NOT_RECALLED');
      return text;
    },
  };
}
