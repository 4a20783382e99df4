import { OptionError, type IContent } from '@palimpsest/core-types';
import { createCheckedEstimator } from '@palimpsest/engine/history';
import type { LoadedSession, StoredOriginal } from '@palimpsest/originals/sessions';
import type { ReportedUsage } from '../orchestrator/orchestrator.ts';
import { createRequestQueue, type RequestQueue } from '../request-queue.ts';
import { untilAborted } from '../until-aborted.ts';
import { decideInSession, startConversation, type SessionDecision } from './decide-in-session.ts';
import {
  DIGEST,
  entryDigests,
  findSaved,
  partsOf,
  readSession,
  versionOf,
  type FoundSaved,
  type SavedConversation,
  type SavedSession,
} from './session-state.ts';
import { isRewritten } from './saved-history.ts';
import {
  SessionConflictError,
  type Session,
  type SessionOptions,
  type SessionRequest,
  type SessionResult,
} from './session.ts';

/** Maximum number of commits of others during one request. Each means that another request succeeded. */
const MAX_ROUNDS = 1_000;

/** Conversations of one session that are remembered: the main one and those of subagents. */
const MAX_CONVERSATIONS = 32;

interface Identified {
  readonly request: SessionRequest;
  readonly given: readonly IContent[];
  readonly digests: string;
  readonly runInOrder: RequestQueue;
}

/** The state of the session at one point in time, and the conversation that a request continues. */
interface Position {
  readonly loaded: LoadedSession | undefined;
  readonly saved: SavedSession;
  readonly found: FoundSaved | undefined;
}

/**
 * Opens a session. Any number of processes can open it at once.
 *
 * @throws {OptionError} for an invalid `session`; the first request checks the other options
 */
export function createSession(sessionOptions: SessionOptions): Session {
  const { id, store } = checkSession(sessionOptions.session);
  // Remembers the tokens of entries from one request to the next.
  const estimateTokens = createCheckedEstimator(sessionOptions.estimateTokens);
  const options = { ...sessionOptions, estimateTokens };
  const { originals } = options;
  /** Requests of one conversation wait for each other, so that a process does not compete with itself. */
  const queues = new Map<string, RequestQueue>();
  const reports = new Set<Promise<void>>();

  function identify(request: SessionRequest): Identified {
    const { entries, pending = [], conversation = '' } = request;
    const given = [...entries, ...pending];
    const digests = entryDigests(given);
    const key = `${digests.slice(0, DIGEST)}${conversation}`;
    const runInOrder = queues.get(key) ?? createRequestQueue();
    queues.set(key, runInOrder);
    return { request, given, digests, runInOrder };
  }

  async function locate(identified: Identified): Promise<Position> {
    const { signal } = identified.request;
    const loaded = await untilAborted(signal, () => store.load(id));
    const position = positionOf(loaded, identified);
    // Another process removed content since: only the manifest tells which messages it generated.
    const isBehind =
      originals !== undefined && position.saved.originals > originals.compressionCount();
    if (isBehind) await untilAborted(signal, () => originals.refresh());
    return position;
  }

  /** Returns `undefined` if another request committed meanwhile. */
  async function decide(
    { loaded, found }: Position,
    { request, given: asGiven, digests }: Identified,
  ): Promise<SessionDecision | undefined> {
    const given = originals?.recognize(asGiven) ?? asGiven;
    const { signal } = request;
    const live = await startConversation(options, found, given, signal);
    if (live !== undefined) {
      return await decideInSession(request, { options, live, found, given, digests });
    }
    // A part is missing: a commit meanwhile no longer needs it, or the store lost it, and the conversation starts again.
    const now = await untilAborted(signal, () => store.load(id));
    if (now?.version !== loaded?.version) return undefined;
    const anew = (await startConversation(options, undefined, given, signal))!;
    const continued = { options, live: anew, found: undefined, given, digests };
    return await decideInSession(request, continued);
  }

  /** Returns the new state, or `undefined` if another request committed meanwhile. */
  async function commit(
    { loaded, saved }: Position,
    conversations: readonly SavedConversation[],
    parts: readonly StoredOriginal[],
    signal?: AbortSignal,
  ): Promise<LoadedSession | undefined> {
    const position = Math.max(saved.originals, originals?.compressionCount() ?? 0);
    const next: SavedSession = { ...saved, originals: position, conversations };
    const state = JSON.stringify(next);
    const version = versionOf(state);
    const needed = partsOf(next);
    const unused = [...partsOf(saved)].filter((part) => !needed.has(part));
    const change = { version, state, parts, unused };
    const done = await untilAborted(signal, () => store.commit(id, loaded?.version, change));
    return done === 'done' ? { version, state } : undefined;
  }

  async function prepareInTurn(identified: Identified): Promise<SessionResult> {
    let basis: FoundSaved | undefined;
    let decided: SessionDecision | undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const position = await locate(identified);
      // A commit to another conversation of the session does not affect the decision.
      const hasChanged = (): boolean => JSON.stringify(basis) !== JSON.stringify(position.found);
      if (decided === undefined || hasChanged()) {
        basis = position.found;
        decided = await decide(position, identified);
      }
      if (decided === undefined) continue;
      const isRepeated = decided.next === basis?.conversation;
      const loaded = isRepeated
        ? position.loaded
        : await commit(
            position,
            conversationsAfter(position, decided.next),
            decided.parts,
            identified.request.signal,
          );
      if (loaded !== undefined) return resultOf(decided, loaded, identified);
    }
    throw new SessionConflictError(id, MAX_ROUNDS);
  }

  function resultOf(
    { next, orchestrator, ...prepared }: SessionDecision,
    loaded: LoadedSession,
    identified: Identified,
  ): SessionResult {
    let { isReported } = next;
    const report = (usage: ReportedUsage) => {
      if (isReported) return undefined;
      const cost = orchestrator.report({ usage });
      isReported = true;
      const reported = { ...next, isReported, orchestrator: orchestrator.toJSON() };
      const storing = identified.runInOrder(undefined, () =>
        storeReport(reported, loaded, identified),
      );
      reports.add(storing);
      storing.then(
        () => reports.delete(storing),
        () => undefined,
      );
      return cost;
    };
    return { outcome: prepared.outcome, isRewritten: prepared.isRewritten, report };
  }

  /** Stores reported usage, unless it was stored already, or another request followed. */
  async function storeReport(
    reported: SavedConversation,
    after: LoadedSession,
    identified: Identified,
  ): Promise<void> {
    let loaded: LoadedSession | undefined = after;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const position = positionOf(loaded, identified);
      const { conversations } = position.saved;
      const own = conversations.find((each) => isSameRequest(each, reported));
      if (own === undefined || own.isReported) return;
      const next = conversations.map((each) => (each === own ? reported : each));
      if ((await commit(position, next, [])) !== undefined) return;
      loaded = await store.load(id);
    }
    throw new SessionConflictError(id, MAX_ROUNDS);
  }

  return {
    async prepare(request) {
      const identified = identify(request);
      return await identified.runInOrder(request.signal, () => prepareInTurn(identified));
    },
    async lastSent(request) {
      const { given, ...identified } = identify(request);
      const { found } = await locate({ given, ...identified });
      if (found?.kind !== 'given' || !isRewritten(found.conversation)) return undefined;
      const live = await startConversation(options, found, given, identified.request.signal);
      return live && [...live.history.curated(), ...given.slice(found.from)];
    },
    async flush() {
      const storing = [...reports];
      await Promise.allSettled(storing);
      for (const each of storing) reports.delete(each);
      await Promise.all(storing);
    },
  };
}

function positionOf(loaded: LoadedSession | undefined, { request, digests }: Identified): Position {
  const saved = readSession(loaded);
  const found = findSaved(saved.conversations, request.conversation ?? '', digests);
  return { loaded, saved, found };
}

/** @throws {OptionError} */
function checkSession(session: SessionOptions['session']): SessionOptions['session'] {
  const { id, store } = (session ?? {}) as Partial<SessionOptions['session']>;
  if (typeof id !== 'string' || id === '') {
    throw new OptionError('session.id', id, 'a text of 1 to 256 characters');
  }
  if (typeof store?.load !== 'function' || typeof store.commit !== 'function') {
    const expected = 'a session store, such as memorySessions() of @palimpsest/originals/sessions';
    throw new OptionError('session.store', store, expected);
  }
  return { id, store };
}

/** Returns the conversations of a session after a request, the most recently used last. */
function conversationsAfter(
  { saved, found }: Position,
  next: SavedConversation,
): readonly SavedConversation[] {
  // A conversation that took another branch after its newest response cannot be resumed.
  const isReplaced = found?.kind !== 'forks' || found.from >= found.conversation.answered;
  const others = saved.conversations.filter((each) => !isReplaced || each !== found?.conversation);
  return [...others, next].slice(-MAX_CONVERSATIONS);
}

function isSameRequest(left: SavedConversation, right: SavedConversation): boolean {
  return (
    left.scope === right.scope &&
    left.request === right.request &&
    left.given === right.given &&
    left.orchestrator.state.calls === right.orchestrator.state.calls
  );
}
