import { createPalimpsest } from 'palimpsest';
import { createSettings } from '@palimpsest/factory/settings';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import type { Policy, PolicyContext, PolicyRun } from '../policy.ts';

/** The orchestrator as a host uses it, with every default. */
export const ours: Policy = { name: 'ours', start: startOurs };

function startOurs({ prices, budget, estimateTokens }: PolicyContext): PolicyRun {
  const { registry } = createPalimpsest();
  const history = createConversationHistory();
  let clock = 0;
  const orchestrator = createOrchestrator({
    history,
    strategies: registry,
    estimateTokens,
    settings: createSettings({ specs: () => registry.settingSpecs() }),
    prices,
    now: () => clock,
  });
  return {
    async request(arrived, at) {
      clock = at;
      const { contextLimit, maxOutputTokens } = budget;
      const limits = { contextLimit, maxOutputTokens };
      const prepared = await orchestrator.prepare({ pending: arrived, ...limits });
      for (const entry of prepared.pending) history.append(entry);
      return [...prepared.history, ...prepared.pending];
    },
    answered(answer, usage) {
      history.append(answer);
      orchestrator.report({ usage });
    },
  };
}
