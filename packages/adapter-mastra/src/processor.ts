import type { Processor } from '@mastra/core/processors';
import {
  type AdaptResult,
  type Adapter,
  type AdaptRequest,
  isServerManaged,
} from '@palimpsest/adapter';
import { toolDefinitions } from './tool-definitions.ts';
import { usageOf } from './usage-of.ts';

/** Facts of the call that a request belongs to. */
interface Call {
  readonly isHeld: boolean;
  readonly request: AdaptRequest;
  report?: AdaptResult<unknown>['report'];
}

/** The hooks in use; none writes to memory. */
export type HistoryProcessor = Processor<'palimpsest'> &
  Required<
    Pick<Processor<'palimpsest'>, 'processInputStep' | 'processLLMRequest' | 'processLLMResponse'>
  >;

/** Rewrites the prompt of a request, and reports token usage to the adapter. */
export function createProcessor(adapter: Adapter): HistoryProcessor {
  // Mastra shares one object among all hooks of a run.
  const calls = new WeakMap<object, Call>();
  return {
    id: 'palimpsest',
    name: 'Palimpsest',
    processInputStep({ state, providerOptions, modelSettings, tools }) {
      const maxOutputTokens = modelSettings?.maxOutputTokens;
      const request: AdaptRequest = {
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(tools === undefined ? {} : { beside: { tools: toolDefinitions(tools) } }),
      };
      calls.set(state, { isHeld: isServerManaged(providerOptions), request });
      return undefined;
    },
    async processLLMRequest({ state, prompt, model, abortSignal }) {
      const call = calls.get(state);
      if (call?.isHeld === true) return undefined;
      const adapted = await adapter.adapt('ai-sdk', prompt, {
        ...call?.request,
        model: model.modelId,
        ...(abortSignal === undefined ? {} : { signal: abortSignal }),
      });
      if (call !== undefined) call.report = adapted.report;
      return adapted.messages === prompt ? undefined : { prompt: [...adapted.messages] };
    },
    processLLMResponse({ state, chunks, fromCache }) {
      const usage = fromCache ? undefined : usageOf(chunks);
      if (usage !== undefined) calls.get(state)?.report?.(usage);
    },
  };
}
