import { assertEntries } from '../conversation/assert-entries.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import type { PrepareRequest } from './prepare-request.ts';

const NAMES: ReadonlySet<string> = new Set([
  'pending',
  'beside',
  'model',
  'contextLimit',
  'completionBudget',
  'mayRewrite',
  'serverHeld',
  'force',
  'activeTodos',
  'transcriptPath',
  'signal',
] satisfies (keyof PrepareRequest)[]);

/** Refuses what cannot be meant before anything is looked at. @throws {OrchestratorOptionError} */
export function checkPrepareRequest(request: PrepareRequest): void {
  for (const name of Object.keys(request)) {
    if (!NAMES.has(name)) throw new OrchestratorOptionError('request', name, [...NAMES].join(', '));
  }
  const { pending, beside, serverHeld } = request;
  if (pending !== undefined) {
    if (!Array.isArray(pending)) {
      throw new OrchestratorOptionError('request.pending', pending, 'a list of entries');
    }
    assertEntries(pending, 'request.pending');
  }
  if (beside !== undefined) {
    for (const name of ['system', 'tools'] as const) {
      const tokens: unknown = beside[name];
      if (tokens === undefined || (typeof tokens === 'number' && tokens >= 0 && tokens < Infinity))
        continue;
      const accepted = 'a finite number of tokens, 0 or more';
      throw new OrchestratorOptionError(`request.beside.${name}`, tokens, accepted);
    }
  }
  if (serverHeld !== undefined && !['leave', 'break', 'no'].includes(serverHeld)) {
    throw new OrchestratorOptionError('request.serverHeld', serverHeld, 'leave, break or no');
  }
}
