import { contextBudget, type ContextBudget } from '@palimpsest/orchestrator';

const MAX_OUTPUT_TOKENS = 65_536;

/**
 * Returns the budget of a replayed request. It keeps more tokens free for the output than the default, so that more of the recorded sessions
 * do not fit.
 */
export function replayBudget(contextLimit: number): ContextBudget {
  const maxOutputTokens = Math.min(MAX_OUTPUT_TOKENS, Math.floor(contextLimit / 2));
  return contextBudget({ contextLimit, maxOutputTokens });
}
