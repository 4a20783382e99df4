import {
  EmptySummaryError,
  type IContent,
  type ResolvedModel,
  type UsageStats,
} from '@palimpsest/core-types';
import { askModel, type AskOptions } from './ask-model.ts';
import { parseResponse, type ParsedResponse } from './parse-response.ts';

/** Asks one model, and remembers what it cost. */
export interface Asker {
  /** @throws {EmptySummaryError} for an answer without a snapshot; {CompressionExecutionError} for none at all */
  ask(contents: readonly IContent[], signal?: AbortSignal): Promise<ParsedResponse>;
  /** One record for each call that was begun, failed ones included. */
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

/** A character that a reader sees: without one nothing was said. */
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
