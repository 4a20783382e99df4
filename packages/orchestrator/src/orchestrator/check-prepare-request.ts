import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { assertEntries } from '../conversation/assert-entries.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { sinceAnswer } from './since-answer.ts';

const NAMES: ReadonlySet<string> = new Set([
  'pending',
  'beside',
  'model',
  'contextLimit',
  'completionBudget',
  'allowRewrite',
  'serverHeld',
  'force',
  'activeTodos',
  'transcriptPath',
  'signal',
] satisfies (keyof PrepareRequest)[]);

/** Refuses what cannot be meant before anything is looked at. @throws {OrchestratorOptionError} */
export function checkPrepareRequest(request: PrepareRequest, history: ConversationHistory): void {
  for (const name of Object.keys(request)) {
    if (!NAMES.has(name)) throw new OrchestratorOptionError('request', name, [...NAMES].join(', '));
  }
  const { pending, beside, serverHeld } = request;
  if (pending !== undefined) {
    if (!Array.isArray(pending)) {
      throw new OrchestratorOptionError('request.pending', pending, 'a list of entries');
    }
    assertEntries(pending, 'request.pending');
    assertAnswered(pending, history);
  }
  if (beside !== undefined) {
    if (typeof beside !== 'object' || beside === null) {
      throw new OrchestratorOptionError('request.beside', beside, 'an object of system and tools');
    }
    for (const name of ['system', 'tools'] as const) {
      const tokens: unknown = beside[name];
      if (tokens === undefined || (typeof tokens === 'number' && tokens >= 0 && tokens < Infinity))
        continue;
      const accepted = 'a finite number of tokens, 0 or more';
      throw new OrchestratorOptionError(`request.beside.${name}`, tokens, accepted);
    }
  }
  const { allowRewrite } = request;
  if (allowRewrite !== undefined && typeof allowRewrite !== 'boolean' && allowRewrite !== 'never') {
    throw new OrchestratorOptionError('request.allowRewrite', allowRewrite, 'true, false or never');
  }
  if (serverHeld !== undefined && !['leave', 'break', 'no'].includes(serverHeld)) {
    throw new OrchestratorOptionError('request.serverHeld', serverHeld, 'leave, break or no');
  }
}

/** A result whose call is nowhere would be refused by every provider: its answer was not appended. */
function assertAnswered(pending: readonly IContent[], history: ConversationHistory): void {
  const asked = new Set<string>();
  const ask = ({ blocks }: IContent) => {
    for (const block of blocks) if (block.type === 'tool_call') asked.add(block.id);
  };
  const { answer } = sinceAnswer(history.curated());
  if (answer !== undefined) ask(answer);
  for (const entry of pending) ask(entry);
  const missing = () => pending.find(({ blocks }) => blocks.some((block) => isStray(block, asked)));
  if (missing() === undefined) return;
  // It may be late: then its call stands further back.
  for (const entry of history.curated()) ask(entry);
  const stray = missing();
  if (stray === undefined) return;
  throw new OrchestratorOptionError(
    `request.pending[${pending.indexOf(stray)}]`,
    stray,
    'a result whose call stands in the history, or before it; append each answer of the model, with its calls, before you prepare the next request',
  );
}

function isStray(block: ContentBlock, asked: ReadonlySet<string>): boolean {
  return block.type === 'tool_response' && !asked.has(block.callId);
}
