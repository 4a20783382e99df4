import type { Middleware } from '@anthropic-ai/sdk';
import {
  createAdapter,
  observeResponse,
  type Adapter,
  type AdapterOptions,
} from '@palimpsest/adapter';
import { adaptRequest } from './adapt-request.ts';
import { anthropicRecallTool, type AnthropicRecallTool } from './recall-tool.ts';
import { usageWatch } from './usage.ts';

/** Hooks for an Anthropic client. */
export interface AnthropicAdapter extends Pick<Adapter, 'recall' | 'originals'> {
  /** For the client's option `middleware`. Passes every request without a whole history through unchanged. */
  readonly middleware: Middleware;
  /** For `tools` of every request and of the tool runner, which also calls it. */
  readonly recallTool: AnthropicRecallTool;
}

/**
 * Keeps requests of an `@anthropic-ai/sdk` client inside the model's context window: messages, streams, and tool runners created with
 * `thread: false`. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function anthropicAdapter(options: AdapterOptions = {}): AnthropicAdapter {
  const adapter = createAdapter(options);
  const { recall, originals } = adapter;
  const asksToDrop = options.thinking === 'provider-drop';
  const middleware: Middleware = async (request, next) => {
    const adapted = await adaptRequest(adapter, request, asksToDrop);
    if (adapted === undefined) return await next(request);
    return observeResponse(await next(adapted.request), usageWatch(adapted.report));
  };
  return { middleware, recallTool: anthropicRecallTool(recall), recall, originals };
}
