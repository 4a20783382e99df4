import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Processor } from '@mastra/core/processors';
import type { ToolHooks } from '@mastra/core/tools';
import {
  fieldsOf,
  isServerManaged,
  type Adapter,
  type AdaptRequest,
  type ReportUsage,
  toUsageStats,
} from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** The call of a model that a request belongs to. */
interface Call {
  readonly isServerManaged: boolean;
  readonly request: AdaptRequest;
  report?: ReportUsage;
}

/** The newest whole prompt of each run, by its request context. */
export type Prompts = WeakMap<object, readonly unknown[]>;

/** The hooks in use. None of them writes to Mastra's memory. */
export type HistoryProcessor = Processor<'palimpsest'> &
  Required<
    Pick<Processor<'palimpsest'>, 'processInputStep' | 'processLLMRequest' | 'processLLMResponse'>
  >;

/** Creates the processor that rewrites the prompt of a request, and reports token usage to the adapter. */
export function createProcessor(adapter: Adapter, prompts: Prompts): HistoryProcessor {
  // Mastra shares one object among all hooks of a run.
  const calls = new WeakMap<object, Call>();
  return {
    id: 'palimpsest',
    name: 'Palimpsest',
    processInputStep({ state, providerOptions, modelSettings, tools }) {
      const request: AdaptRequest = {
        maxOutputTokens: modelSettings?.maxOutputTokens,
        overhead: { tools: toolDefinitions(tools ?? {}) },
      };
      calls.set(state, { isServerManaged: isServerManaged(providerOptions), request });
      return undefined;
    },
    async processLLMRequest({ state, prompt, model, abortSignal, requestContext }) {
      if (requestContext !== undefined) prompts.set(requestContext, prompt);
      const call = calls.get(state);
      if (call?.isServerManaged === true) return undefined;
      const adapted = await adapter.adapt(aiSdk, prompt, {
        ...call?.request,
        model: model.modelId,
        signal: abortSignal,
      });
      if (call !== undefined) call.report = adapted.report;
      return adapted.messages === prompt ? undefined : { prompt: [...adapted.messages] };
    },
    processLLMResponse({ state, chunks, fromCache }) {
      const usage = fromCache ? undefined : readUsage(chunks);
      if (usage !== undefined) calls.get(state)?.report?.(usage);
    },
  };
}

export type GuardHooks = Required<Pick<ToolHooks, 'beforeToolCall'>>;

/** Creates hooks by which a call that would copy a marker of a compression fails. */
export function createGuardHooks(adapter: Adapter, prompts: Prompts): GuardHooks {
  return {
    async beforeToolCall({ toolName: name, input: parameters, context }) {
      // The messages of this context are only those that the run began with.
      const { requestContext } = fieldsOf(context);
      const prompt = prompts.get(requestContext as object) ?? [];
      const reason = await adapter.guard(aiSdk, { name, parameters }, prompt);
      if (reason !== undefined) throw new Error(reason);
    },
  };
}

/** Returns names and descriptions of tools, and those schemas that Mastra holds as JSON. */
function toolDefinitions(tools: Readonly<Record<string, unknown>>): readonly object[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description, inputSchema, parameters } = fieldsOf(tool);
    const { jsonSchema } = fieldsOf(parameters ?? inputSchema);
    const schema = typeof jsonSchema === 'object' ? jsonSchema : undefined;
    return { name, description, inputSchema: schema };
  });
}

/** Returns the token usage in the last `finish` chunk of a response, or `undefined` without a prompt count. */
export function readUsage(
  chunks: readonly { readonly type: string; readonly payload: unknown }[],
): UsageStats | undefined {
  const finish = chunks.findLast(({ type }) => type === 'finish');
  const usage = fieldsOf(fieldsOf(fieldsOf(finish?.payload)['output'])['usage']);
  return toUsageStats({
    prompt: usage['inputTokens'],
    completion: usage['outputTokens'],
    cached: usage['cachedInputTokens'],
    created: usage['cacheCreationInputTokens'],
  });
}
