import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { repairHistory } from '@palimpsest/engine/history';
import { createPalimpsest } from 'palimpsest';
import { entryTokens } from './request-tokens.ts';
import type { ChatMessage } from './chat-message.ts';
import { withDirectives } from '../with-directives.ts';
import type { RetentionMethod } from './method.ts';

/** Returns a registered strategy as a method. */
export function registeredMethod(name: string): RetentionMethod {
  return strategyMethod(createPalimpsest().registry.resolve(name));
}

/** Returns a registered strategy as a method that keeps directives, as `compress` and the orchestrator do. The same object each time. */
export function pinningMethod(name: string): RetentionMethod {
  const strategy = createPalimpsest().registry.resolve(name);
  const method = pinning.get(name) ?? strategyMethod(withDirectives(strategy));
  pinning.set(name, method);
  return method;
}
const pinning = new Map<string, RetentionMethod>();

/** Returns a strategy as a method. It counts the tokens of the request, and compresses to a share of them. */
function strategyMethod(strategy: CompressionStrategy): RetentionMethod {
  const estimate = entryTokens;
  return {
    name: strategy.name,
    async compress(messages, share) {
      const history = decoded(messages);
      const currentTokenCount = estimate(history);
      const target = Math.max(1, Math.floor(share * currentTokenCount));
      const result = await strategy.compress({
        history,
        estimateTokens: estimate,
        currentTokenCount,
        targetTokens: target,
        runtimeContext: { ephemerals: {} },
      });
      const after = result.kind === 'applied' ? result.newHistory : history;
      const { shortfallTokens: shortfall = 0 } = result.metadata;
      return {
        messages: openai.encode(after) as ChatMessage[],
        size: estimate(after),
        target,
        ...(shortfall > 0 ? { shortfall } : {}),
      };
    },
  };
}

const known = new WeakMap<readonly ChatMessage[], readonly IContent[]>();

/** Returns messages as entries. The same array always gives the same entries, so that a strategy's cache can be used. */
function decoded(messages: readonly ChatMessage[]): readonly IContent[] {
  const history = known.get(messages) ?? repairHistory(openai.decode(messages)).history;
  known.set(messages, history);
  return history;
}
