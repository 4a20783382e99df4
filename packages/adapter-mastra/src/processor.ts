import type { Processor } from '@mastra/core/processors';
import {
  type AdaptResult,
  type Adapter,
  type AdaptRequest,
  isServerManaged,
} from '@palimpsest/adapter';
import { toolDefinitions } from './tool-definitions.ts';
import { usageOf } from './usage-of.ts';

/** What is known of the call that a request is for. */
interface Call {
  readonly isHeld: boolean;
  readonly request: AdaptRequest;
  report?: AdaptResult<unknown>['report'];
}

/** The hooks that are used, none of which writes to memory. */
export type HistoryProcessor = Processor<'palimpsest'> &
  Required<
    Pick<Processor<'palimpsest'>, 'processInputStep' | 'processLLMRequest' | 'processLLMResponse'>
  >;

/** Rewrites the prompt of a request, and tells the adapter what the provider counted. */
export function createProcessor(adapter: Adapter): HistoryProcessor {
  // One object of Mastra's for all hooks of a run.
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
