import { defined, type IContent } from '@palimpsest/core-types';
import { messageDigest } from '@palimpsest/originals/sessions';
import type { BackgroundCompressions } from '../background/compression-job.ts';
import {
  createConversationHistory,
  type ConversationHistory,
} from '../conversation/conversation-history.ts';
import { createOrchestrator } from '../orchestrator/create-orchestrator.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import type { FoundSaved } from './find-saved.ts';
import { firstItems, partIds, restoreHistory, type KnownParts } from './saved-history.ts';
import { DIGEST, type SavedMark } from './session-state.ts';
import type { SessionOptions } from './session.ts';

/** A conversation in this process, as its last request left it. */
export interface LiveConversation {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  readonly known: KnownParts;
  readonly marks: readonly SavedMark[];
}

/**
 * Continues a saved conversation with the given entries, or starts one. Returns `undefined` if the store lacks a part.
 */
export async function startConversation(
  options: SessionOptions,
  found: FoundSaved | undefined,
  given: readonly IContent[],
): Promise<LiveConversation | undefined> {
  const { session, originals: _originals, background: jobs, ...others } = options;
  const background = jobs && ofSession(session.id, jobs);
  const start = (entries: readonly IContent[]) => {
    const history = createConversationHistory(entries);
    const state = found?.conversation.orchestrator;
    return {
      history,
      orchestrator: createOrchestrator({ ...others, ...defined({ background }), history, state }),
    };
  };
  if (found === undefined) return { ...start([]), known: new Map(), marks: [] };
  // The host keeps what was sent: from now on that is what it gave.
  if (found.kind === 'sent') {
    return { ...start(given.slice(0, found.from)), known: new Map(), marks: [] };
  }
  const { history, marks } = found.conversation;
  const count = found.kind === 'forks' ? found.mark[1] : Number.POSITIVE_INFINITY;
  const items = firstItems(history, count);
  const ids = partIds(items);
  const texts = ids.length === 0 ? [] : await session.store.parts(session.id, ids);
  const restored = restoreHistory(items, texts, given);
  if (restored === undefined) return undefined;
  const { entries, known } = restored;
  return { ...start(entries), known, marks: marks.filter(([own]) => own <= found.from) };
}

/** Returns background compressions whose jobs belong to one session: others never get their results. */
function ofSession(session: string, jobs: BackgroundCompressions): BackgroundCompressions {
  const idIn = (id: string): string => messageDigest([session, id]).slice(0, DIGEST);
  return {
    start: async (job) => await jobs.start({ ...job, session, id: idIn(job.id) }),
    find: async (id) => await jobs.find(idIn(id)),
  };
}
