import { isRecord, type IContent } from '@palimpsest/core-types';
import { messageDigest, type LoadedSession } from '@palimpsest/originals/sessions';
import type { ContextBudget } from '../budget/context-budget.ts';
import type { OrchestratorJson } from '../orchestrator/orchestrator.ts';
import { FORMAT } from '../saved-state.ts';

/** A number of consecutive given entries that are sent unchanged: index of the first, and count. */
export type SavedRun = readonly [from: number, count: number];

/** What is known of a conversation after a request. It has no text of the conversation. */
export interface SavedConversation {
  readonly scope: string;
  /** Digests of the entries as the host gave them, concatenated. */
  readonly given: string;
  /** The history after the request: runs of given entries, and ids of parts. */
  readonly history: readonly (SavedRun | string)[];
  /** Digests of the entries that the host passes next if it stores what was sent. Absent if equal to `given`. */
  readonly sent?: string;
  /** In order: for each request, the end of the newest response and the end of the request. */
  readonly marks: readonly Mark[];
  /** Number of given entries up to the newest response. */
  readonly answered: number;
  /** Digest of everything else that the request depended on. */
  readonly request: string;
  /** Tokens of the whole request, corrected by reported usage. */
  readonly tokens: number;
  readonly budget: ContextBudget;
  /** Whether the token usage of the request was reported. */
  readonly isReported: boolean;
  readonly orchestrator: OrchestratorJson;
}

/** The state of a session in a store. */
export interface SavedSession {
  readonly kind: 'palimpsest.session';
  readonly format: typeof FORMAT;
  /** Number of compressions in the manifest of originals. */
  readonly originals: number;
  /** The least recently used first. */
  readonly conversations: readonly SavedConversation[];
}

const NEW_SESSION: SavedSession = {
  kind: 'palimpsest.session',
  format: FORMAT,
  originals: 0,
  conversations: [],
};

/** Returns the version of a state: a digest of its text. */
export function versionOf(state: string): string {
  return messageDigest(state).slice(0, DIGEST);
}

/**
 * Reads what a store returned. A state that is torn, or that another program or a release with another format wrote, counts as none: the host gives
 * the whole conversation with each request, so the next commit replaces the state.
 */
export function readSession(loaded: LoadedSession | undefined): SavedSession {
  if (loaded === undefined || loaded.version !== versionOf(loaded.state)) return NEW_SESSION;
  const saved = parse(loaded.state);
  const isOwn = saved?.kind === NEW_SESSION.kind && saved.format === FORMAT;
  const { conversations } = saved ?? {};
  const isWhole = isOwn && Array.isArray(conversations) && conversations.every(isConversation);
  return isWhole ? (saved as SavedSession) : NEW_SESSION;
}

function isConversation(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { scope, given, sent = '', request, history, marks } = value;
  return (
    [scope, given, sent, request].every((text) => typeof text === 'string') &&
    [history, marks].every((list) => Array.isArray(list)) &&
    isRecord(value['orchestrator'])
  );
}

function parse(state: string): Partial<SavedSession> | undefined {
  try {
    return (JSON.parse(state) as Partial<SavedSession> | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function partsOf({ conversations }: SavedSession): ReadonlySet<string> {
  return new Set(conversations.flatMap(({ history }) => partIds(history)));
}

export function partIds(items: SavedConversation['history']): readonly string[] {
  return items.filter((item) => typeof item === 'string');
}

/** Numbers of given and of history entries that correspond, so that a conversation can branch there. */
export type Mark = readonly [given: number, history: number];

/** How a request relates to a saved conversation. `from` is the number of entries that they share. */
export type FoundSaved = { readonly conversation: SavedConversation; readonly from: number } & (
  | {
      /** The request begins with all that the host gave (`given`), or with all that was sent (`sent`). */
      readonly kind: 'given' | 'sent';
    }
  | {
      /** It begins with a part of the given entries, up to the newest mark in it, and continues differently. */
      readonly kind: 'forks';
      readonly mark: Mark;
    }
);

/** Finds the conversation of a scope that shares the longest prefix with the given entries; the most recently used of several. */
export function findSaved(
  conversations: readonly SavedConversation[],
  scope: string,
  digests: string,
): FoundSaved | undefined {
  const items = splitDigests(digests);
  let best: FoundSaved | undefined;
  for (const conversation of conversations.toReversed()) {
    const found = conversation.scope === scope ? match(conversation, items) : undefined;
    if (found !== undefined && found.from > (best?.from ?? 0)) best = found;
  }
  return best;
}

function match(conversation: SavedConversation, items: readonly string[]): FoundSaved | undefined {
  const { marks } = conversation;
  const given = splitDigests(conversation.given);
  const shared = countShared(given, items);
  if (shared > 0 && shared === given.length) return { kind: 'given', conversation, from: shared };
  const sent = splitDigests(conversation.sent ?? '');
  if (sent.length > 0 && countShared(sent, items) === sent.length)
    return { kind: 'sent', conversation, from: sent.length };
  const mark = marks.findLast(([own]) => own <= shared && own > 0);
  return mark && { kind: 'forks', conversation, from: mark[0], mark };
}

function countShared(known: readonly string[], items: readonly string[]): number {
  const end = known.findIndex((item, at) => item !== items[at]);
  return end < 0 ? known.length : end;
}

function splitDigests(digests: string): readonly string[] {
  return Array.from({ length: digests.length / DIGEST }, (_, at) =>
    digests.slice(at * DIGEST, (at + 1) * DIGEST),
  );
}

/** Hexadecimal digits of a digest: 128 bits. */
export const DIGEST = 32;

/**
 * Returns the content of an entry without the framework's objects, which may be class instances and stay with the framework. Equal for
 * entries with equal content.
 */
export function plainEntry({ speaker, blocks }: IContent): object {
  return { speaker, blocks: blocks.map(({ native: _native, ...block }) => block) };
}

/** Digests by entry: most entries of a request are digested as given and as sent. */
const DIGESTS = new WeakMap<IContent, string>();

/** Returns the digests of entries, concatenated. They do not depend on metadata, nor on the framework's objects. */
export function entryDigests(entries: readonly IContent[]): string {
  return entries
    .map((entry) => {
      const digest = DIGESTS.get(entry) ?? messageDigest(plainEntry(entry)).slice(0, DIGEST);
      DIGESTS.set(entry, digest);
      return digest;
    })
    .join('');
}
