import type { IContent, UsageStats } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { memorySessions, type SessionStore } from '@palimpsest/originals/sessions';
import { createConversationHistory, createOrchestrator } from '../../src/index.ts';
import type { OrchestratorOptions } from '../../src/orchestrator/orchestrator.ts';
import { createSession, type Session } from '../../src/session.ts';
import { estimateTokens, registry } from '../orchestrator/session.ts';

const STRATEGIES = registry();

/** What the processes of a session share. */
export interface Shared {
  readonly store: SessionStore;
  readonly settings: Record<string, unknown>;
  readonly options: Partial<OrchestratorOptions>;
  readonly clock: { now: number };
}

export function share(
  settings: Record<string, unknown> = {},
  options: Partial<OrchestratorOptions> = {},
): Shared {
  return { store: memorySessions(), settings, options, clock: { now: 1_000_000 } };
}

function optionsOf({ settings, options, clock }: Shared): Omit<OrchestratorOptions, 'history'> {
  return {
    strategies: STRATEGIES,
    estimateTokens,
    settings: createSettings({ overrides: settings, specs: () => STRATEGIES.settingSpecs() }),
    now: () => clock.now,
    ...options,
  };
}

/** Opens the session in a new process. */
export function openProcess(shared: Shared, id: string = 'session'): Session {
  return createSession({ ...optionsOf(shared), session: { id, store: shared.store } });
}

/** Returns entries as another process reads them. */
export function copyOf(entries: readonly IContent[]): IContent[] {
  return JSON.parse(JSON.stringify(entries)) as IContent[];
}

/** Splits the entries of a request after the newest response. */
export function split(entries: readonly IContent[]): {
  readonly entries: readonly IContent[];
  readonly pending: readonly IContent[];
} {
  const end = 1 + entries.findLastIndex(({ speaker }) => speaker === 'ai');
  return { entries: entries.slice(0, end), pending: entries.slice(end) };
}

export function usageOf(promptTokens: number): UsageStats {
  return { promptTokens, completionTokens: 10, totalTokens: promptTokens + 10 };
}

/** A single process that remembers everything: the reference. */
export function openAlone(shared: Shared) {
  const history = createConversationHistory();
  const orchestrator = createOrchestrator({ ...optionsOf(shared), history });
  return {
    /** @param fresh entries since the last request */
    async prepare(fresh: readonly IContent[]) {
      const { entries, pending } = split(fresh);
      history.append(...entries);
      const outcome = await orchestrator.prepare({ pending, model: 'm' });
      history.append(...outcome.pending);
      return outcome;
    },
    report: (usage: UsageStats) => orchestrator.report({ usage }),
  };
}
