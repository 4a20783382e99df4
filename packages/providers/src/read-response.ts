import { defined, type IContent, type UsageStats } from '@palimpsest/core-types';
import type { ResponsePart, ResponseUsage } from './language-model.ts';
import { INTERRUPTED_RESPONSE, ResponseError } from './to-provider-error.ts';

/** Maximum reasoning that is buffered until text comes, in UTF-16 units: 16 MiB, as for a whole response (`guardedFetch`). */
const MAX_BUFFERED_LENGTH = 8 * 1_048_576;
const TOO_MUCH_REASONING = {
  code: 'BAD_STREAM',
  event: 'sent reasoning without end',
  isTransient: false,
} as const;

/**
 * Yields the parts of a response as entries: reasoning as one block before the text, then the text as it comes, then metadata. Reasoning is
 * buffered until text comes, so that a request can be retried until then.
 *
 * @param toError creates the error for an error in the stream
 * @throws {ResponseError} for a response that is not complete or has too much reasoning
 */
export async function* readResponse(
  parts: AsyncIterable<unknown>,
  provider: string,
  toError: (error: unknown) => Error,
): AsyncGenerator<IContent> {
  const reasoning: string[] = [];
  let bufferedLength = 0;
  let model: string | undefined;
  const flushReasoning = (): IContent[] => {
    const thought = reasoning.splice(0).join('');
    bufferedLength = 0;
    return thought === '' ? [] : [{ speaker: 'ai', blocks: [{ type: 'thinking', thought }] }];
  };
  for await (const value of parts) {
    const part = value as ResponsePart;
    switch (part.type) {
      case 'text-delta':
        if (part.delta === '') break;
        yield* flushReasoning();
        yield { speaker: 'ai', blocks: [{ type: 'text', text: part.delta }] };
        break;
      case 'reasoning-delta':
        reasoning.push(part.delta);
        bufferedLength += part.delta.length;
        if (bufferedLength > MAX_BUFFERED_LENGTH) throw new ResponseError(TOO_MUCH_REASONING);
        break;
      case 'response-metadata':
        model = part.modelId ?? model;
        break;
      case 'error':
        throw toError(part.error);
      case 'finish': {
        const { unified, raw } = part.finishReason;
        const isInterrupted =
          unified === 'interrupted' || (unified === 'other' && raw === undefined);
        if (isInterrupted) throw new ResponseError(INTERRUPTED_RESPONSE);
        yield* flushReasoning();
        const metadata = {
          provider,
          ...defined({ model }),
          finishReason: raw ?? unified,
          ...toUsage(part.usage),
        };
        yield { speaker: 'ai', blocks: [], metadata };
        return;
      }
    }
  }
  throw new ResponseError(INTERRUPTED_RESPONSE);
}

function toUsage({ inputTokens, outputTokens }: ResponseUsage): { readonly usage?: UsageStats } {
  const { total: input, cacheRead, cacheWrite } = inputTokens;
  const { total: output, reasoning } = outputTokens;
  if (input === undefined && output === undefined) return {};
  const promptTokens = input ?? 0;
  const completionTokens = output ?? 0;
  return {
    usage: {
      promptTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
      ...defined({
        cachedTokens: cacheRead,
        cacheCreationTokens: cacheWrite,
        reasoningTokens: reasoning,
      }),
    },
  };
}
