import type { Middleware } from '@anthropic-ai/sdk';
import { type AdapterOptions, createAdapter, observeResponse } from '@palimpsest/adapter';
import type { Originals } from '@palimpsest/originals';
import type { RecallAnswer } from '@palimpsest/recall';
import { adaptRequest } from './adapt-request.ts';
import { anthropicRecallTool, type AnthropicRecallTool } from './recall-tool.ts';
import { usageWatch } from './usage.ts';

/** What stands between an Anthropic client and its model. */
export interface AnthropicAdapter {
  /** For the client's option `middleware`. What is no request with a whole history passes through it untouched. */
  readonly middleware: Middleware;
  /** For `tools` of every request, and of the tool runner, which also calls it. */
  readonly recallTool: AnthropicRecallTool;
  /** Answers a call of the recall tool, whatever the model sent as its input. */
  readonly recall: (input: unknown) => Promise<RecallAnswer>;
  /** Where what was taken out is kept. */
  readonly originals: Promise<Originals>;
}

/**
 * Keeps what a client of `@anthropic-ai/sdk` sends inside the model's window: messages, streams, and tool runners that were made with
 * `thread: false`. The messages that the program holds stay as they are.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
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
