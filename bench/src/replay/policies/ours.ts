import { createPalimpsest } from 'palimpsest';
import { createSettings } from '@palimpsest/factory/settings';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import type { Policy, PolicyContext, PolicyRun } from '../policy.ts';

type OrchestratorOptions = Parameters<typeof createOrchestrator>[0];

/** The orchestrator as a host uses it, with defaults except for the settings from the command line. */
export const ours: Policy = { name: 'ours', start: (context) => startOurs(context) };

/** Starts an orchestrator. `optionsOf` returns further options for a clock and the registered strategies. */
export function startOurs(
  { prices, budget, estimateTokens, settings: ephemeral }: PolicyContext,
  optionsOf: (
    now: () => number,
    strategies: OrchestratorOptions['strategies'],
  ) => Partial<Pick<OrchestratorOptions, 'resolveProvider' | 'background'>> = () => ({}),
): PolicyRun {
  const { registry } = createPalimpsest();
  const history = createConversationHistory();
  let clock = 0;
  const now = (): number => clock;
  const orchestrator = createOrchestrator({
    history,
    strategies: registry,
    estimateTokens,
    settings: createSettings({ specs: () => registry.settingSpecs(), ephemeral }),
    prices,
    now,
    ...optionsOf(now, registry),
  });
  return {
    async request(arrived, at) {
      clock = at;
      const { contextLimit, maxOutputTokens } = budget;
      const limits = { contextLimit, maxOutputTokens };
      const prepared = await orchestrator.prepare({ pending: arrived, ...limits });
      for (const entry of prepared.pending) history.append(entry);
      return { entries: [...prepared.history, ...prepared.pending] };
    },
    answered(answer, usage) {
      history.append(answer);
      orchestrator.report({ usage });
    },
  };
}
