import type { Middleware } from '@anthropic-ai/sdk';
import { type AdapterOptions, createAdapter, observeResponse } from '@palimpsest/adapter';
import type { Originals } from '@palimpsest/originals';
import type { RecallAnswer } from '@palimpsest/recall';
import { adaptRequest } from './adapt-request.ts';
import { anthropicRecallTool, type AnthropicRecallTool } from './recall-tool.ts';
import { usageWatch } from './usage.ts';

/** Hooks for an Anthropic client. */
export interface AnthropicAdapter {
  /** For the client's option `middleware`. Passes every request without a whole history through unchanged. */
  readonly middleware: Middleware;
  /** For `tools` of every request and of the tool runner, which also calls it. */
  readonly recallTool: AnthropicRecallTool;
  /** Executes a call of the recall tool with whatever input the model sent. */
  readonly recall: (input: unknown) => Promise<RecallAnswer>;
  /** Store of removed content. */
  readonly originals: Promise<Originals>;
}

/**
 * Keeps requests of an `@anthropic-ai/sdk` client inside the model's context window: messages, streams, and tool runners created with
 * `thread: false`. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function anthropicAdapter(options: AdapterOptions = {}): AnthropicAdapter {
  const adapter = createAdapter(options);
  const asksToDrop = options.thinking === 'provider-drop';

  const middleware: Middleware = async (request, next) => {
    const adapted = await adaptRequest(adapter, request, asksToDrop);
    if (adapted === undefined) return await next(request);
    return observeResponse(await next(adapted.request), usageWatch(adapted.report));
  };

  const recall: AnthropicAdapter['recall'] = async (input) => await adapter.recall(input);
  return {
    middleware,
    recallTool: anthropicRecallTool(recall),
    recall,
    originals: adapter.originals,
  };
}
