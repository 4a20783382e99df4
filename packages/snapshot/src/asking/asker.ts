import {
  EmptySummaryError,
  type IContent,
  type ResolvedModel,
  type UsageStats,
} from '@palimpsest/core-types';
import { askModel, type AskOptions } from './ask-model.ts';
import { parseResponse, type ParsedResponse } from './parse-response.ts';

/** Calls one model and records its token usage. */
export interface Asker {
  /** @throws {EmptySummaryError} when the response has no visible text; {CompressionExecutionError} when the call fails */
  ask(contents: readonly IContent[], signal?: AbortSignal): Promise<ParsedResponse>;
  /** One record per started call, including failed ones. */
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

/** Matches a visible character. A response without one is empty. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export function createAsker(model: ResolvedModel, options: AskOptions): Asker {
  const calls: { usage?: UsageStats }[] = [];
  return {
    calls,
    async ask(contents, signal) {
      const signals = [options.signal, signal].filter((one) => one !== undefined);
      const either = signals.length === 0 ? undefined : AbortSignal.any(signals);
      either?.throwIfAborted();
      const call: (typeof calls)[number] = {};
      calls.push(call);
      const { text, usage, finishReason, stopReason, blockTypeCounts } = await askModel(
        model,
        contents,
        { ...options, signal: either },
      );
      if (usage !== undefined) call.usage = usage;
      const answer = parseResponse(text);
      if (SEEN.test(answer.text)) return answer;
      const thinkingBlockCount = blockTypeCounts['thinking'];
      throw new EmptySummaryError(options.strategy, {
        ...(finishReason === undefined ? {} : { finishReason }),
        ...(stopReason === undefined ? {} : { stopReason }),
        blockTypeCounts,
        ...(thinkingBlockCount === undefined ? {} : { thinkingBlockCount }),
      });
    },
  };
}
