import { createAdapter } from '@palimpsest/adapter';
import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { createPalimpsest } from 'palimpsest';
import { orchestratorOf } from '../../orchestrator/orchestrator-of.ts';
import type { ChatMessage } from '../../retention/chat-message.ts';
import type { Conversation, GrowthMethod } from './method.ts';
import type { Watch } from './watch.ts';

/** Every strategy without a model. */
export const OURS: readonly GrowthMethod[] = createPalimpsest()
  .registry.plugins()
  .filter(({ requiresLLM }) => !requiresLLM)
  .map(({ name }) => ({
    name,
    pass(messages) {
      // A new strategy per pass, with empty caches.
      const strategy = createPalimpsest().registry.resolve(name);
      const history = decoded(messages);
      const currentTokenCount = estimateEntryTokens(history);
      return async (watch) => {
        const result = await strategy.compress({
          history,
          estimateTokens: estimator(watch),
          currentTokenCount,
          targetTokens: Math.max(1, Math.floor(currentTokenCount / 4)),
          runtimeContext: { ephemerals: {} },
        });
        return result.kind === 'applied' ? result.newHistory : history;
      };
    },
    conversation: (messages, begin) => conversation(name, messages, begin),
  }));

/** Creates a conversation in a context window that its beginning fills, so that the first request is compressed. */
function conversation(
  strategy: string,
  messages: readonly ChatMessage[],
  begin: number,
): Conversation {
  const history = decoded(messages);
  const contextLimit = estimateEntryTokens(history.slice(0, begin));
  let current: Watch | undefined;
  const estimateTokens = (entries: readonly IContent[]): number => {
    current?.saw(entries.length);
    return estimateEntryTokens(entries);
  };
  const adapter = createAdapter({
    contextLimit,
    estimateTokens,
    settings: { 'compression.strategy': strategy, maxOutputTokens: 1 },
    registry: createPalimpsest().registry,
  });
  const orchestrator = orchestratorOf({ strategy, contextLimit, entries: [], estimateTokens });
  let known = 0;
  return {
    async whole(end, watch) {
      current = watch;
      return await adapter.adapt('openai', messages.slice(0, end) as never[]);
    },
    async own(end, watch) {
      current = watch;
      orchestrator.history.append(...history.slice(known, end));
      known = end;
      return await orchestrator.prepare();
    },
  };
}

function estimator(watch: Watch): (entries: readonly IContent[]) => number {
  return (entries) => {
    watch.saw(entries.length);
    return estimateEntryTokens(entries);
  };
}

function decoded(messages: readonly ChatMessage[]): IContent[] {
  return openai.decode(messages);
}
