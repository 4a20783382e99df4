import { defined, type IContent } from '@palimpsest/core-types';
import { messageDigest, type StoredOriginal } from '@palimpsest/originals/sessions';
import type { BackgroundCompressions } from '../background.ts';
import {
  createConversationHistory,
  type ConversationHistory,
} from '../conversation/conversation-history.ts';
import { createOrchestrator } from '../orchestrator/create-orchestrator.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import type { PrepareResult } from '../orchestrator/prepare-request.ts';
import { untilAborted } from '../until-aborted.ts';
import {
  DIGEST,
  entryDigests,
  partIds,
  type FoundSaved,
  type Mark,
  type SavedConversation,
} from './session-state.ts';
import {
  firstItems,
  isRewritten,
  restoreHistory,
  saveHistory,
  type KnownParts,
} from './saved-history.ts';
import type { SessionOptions, SessionRequest, SessionResult } from './session.ts';

/** A conversation in this process, as its last request left it. */
interface LiveConversation {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  readonly known: KnownParts;
  readonly marks: readonly Mark[];
}

/**
 * Continues a saved conversation with the given entries, or starts one. Returns `undefined` if the store lacks a part.
 */
export async function startConversation(
  options: SessionOptions,
  found: FoundSaved | undefined,
  given: readonly IContent[],
  signal: AbortSignal | undefined,
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
  const texts =
    ids.length === 0 ? [] : await untilAborted(signal, () => session.store.parts(session.id, ids));
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

export interface SessionDecision extends Pick<SessionResult, 'outcome' | 'isRewritten'> {
  readonly orchestrator: Orchestrator;
  /** The conversation after the request; the same object if the request was prepared before. */
  readonly next: SavedConversation;
  /** New parts of its history. */
  readonly parts: readonly StoredOriginal[];
}

/** A conversation, and the entries with which it goes on. */
interface Continued {
  readonly options: SessionOptions;
  readonly live: LiveConversation;
  readonly found: FoundSaved | undefined;
  readonly given: readonly IContent[];
  /** Digests of `given`. */
  readonly digests: string;
}

/** Decides about a request in the conversation that it continues. */
export async function decideInSession(
  request: SessionRequest,
  { options, live, found, given, digests }: Continued,
): Promise<SessionDecision> {
  const { entries, pending: _pending, conversation: scope = '', readBack, ...others } = request;
  const { signal: _signal, ...facts } = others;
  const { history, orchestrator, known } = live;
  const requestDigest = messageDigest([facts, options.settings?.explicitValues() ?? {}]);
  const from = found?.from ?? 0;
  const isWhole = found !== undefined && found.kind !== 'forks' && from === given.length;
  if (isWhole && found.conversation.request === requestDigest) {
    const { conversation } = found;
    return {
      outcome: repeatedOutcome(history.curated(), conversation),
      isRewritten: found.kind === 'given' && isRewritten(conversation),
      orchestrator,
      next: conversation,
      parts: [],
    };
  }
  const answered = Math.max(from, entries.length);
  history.append(...given.slice(from, answered));
  const outcome = await orchestrator.prepare({ ...others, pending: given.slice(answered) });
  const marks = live.marks.filter(([, own]) => own <= (outcome.firstChangedIndex ?? own));
  marks.push([answered, history.length]);
  history.append(...outcome.pending);
  if (given.length > answered) marks.push([given.length, history.length]);
  const { items, parts } = saveHistory(history.raw(), given, known);
  const isChanged = isRewritten({ given: digests, history: items });
  const curated = [...outcome.history, ...outcome.pending];
  const sent = entryDigests(isChanged ? (readBack?.(curated) ?? curated) : curated);
  const next: SavedConversation = {
    scope,
    given: digests,
    history: items,
    ...defined({ sent: sent === digests ? undefined : sent }),
    marks,
    answered,
    request: requestDigest,
    tokens: outcome.tokensAfter,
    budget: outcome.budget,
    isReported: false,
    orchestrator: orchestrator.toJSON(),
  };
  return { outcome, isRewritten: isChanged, orchestrator, next, parts };
}

function repeatedOutcome(
  history: readonly IContent[],
  { tokens, budget }: SavedConversation,
): PrepareResult {
  return {
    kind: 'unchanged',
    reason: 'repeated',
    history,
    pending: [],
    tokensBefore: tokens,
    tokensAfter: tokens,
    budget,
    attempts: [],
    modelCalls: [],
    ingested: 0,
    optimized: 0,
    steps: [],
  };
}
