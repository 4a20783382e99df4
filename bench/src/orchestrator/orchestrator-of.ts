import type { IContent } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import {
  createConversationHistory,
  createOrchestrator,
  PRICES,
  type Orchestrator,
} from '@palimpsest/orchestrator';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { createPalimpsest } from 'palimpsest';

interface Prepared {
  readonly strategy: string;
  readonly contextLimit: number;
  readonly entries: readonly IContent[];
  /** @default `estimateContent` */
  readonly estimateTokens?: (entries: readonly IContent[]) => number;
}

/** Creates an orchestrator for a conversation and a context window, with all registered strategies. */
export function orchestratorOf({
  strategy,
  contextLimit,
  entries,
  estimateTokens = estimateEntryTokens,
}: Prepared): Orchestrator {
  const { registry } = createPalimpsest();
  const ephemeral = { 'compression.strategy': strategy, 'context-limit': contextLimit };
  return createOrchestrator({
    history: createConversationHistory(entries),
    strategies: registry,
    settings: createSettings({
      ephemeral: { ...ephemeral, maxOutputTokens: 1 },
      specs: () => registry.settingSpecs(),
    }),
    estimateTokens,
    prices: PRICES.anthropic,
  });
}
