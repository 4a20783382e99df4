import type { IContent } from '@palimpsest/core-types';
import {
  createConversationHistory,
  HistoryCommitError,
  type ConversationHistory,
} from '@palimpsest/orchestrator';
import type { HistoryEvent } from '../../src/conversation/conversation-history.ts';
import type { HistorySnapshot, HistoryCommitCode } from '../../src/conversation/history-commit.ts';
import { ai, call, human, response } from './story.ts';

/** Name of an entry: `h3`, `b4` (blank), `c5` and `r5` (a call and its result). Each name is used once. */
export type Name = string;

/** The expected state of a history, by entry names only. */
export interface Model {
  names: readonly Name[];
  version: number;
  /** Number of replacements. */
  commits: number;
  /** Number of times the history was restored from JSON. */
  life: number;
  nextName: number;
  snapshots: { names: readonly Name[]; commits: number; life: number }[];
}

export interface Real {
  history: ConversationHistory;
  readonly snapshots: HistorySnapshot[];
  /** Returned views, with the names that they had when they were returned. */
  readonly held: (readonly [view: readonly IContent[], names: readonly Name[]])[];
  /** Events since the last subscription. */
  heard: HistoryEvent[];
  end: () => void;
  /** Error codes of commits; `undefined` for a successful one. */
  readonly outcomes: Set<HistoryCommitCode | undefined>;
}

export function beginning(outcomes: Real['outcomes']): { model: Model; real: Real } {
  return {
    model: { names: [], version: 0, commits: 0, life: 0, nextName: 0, snapshots: [] },
    real: {
      history: createConversationHistory(),
      snapshots: [],
      held: [],
      heard: [],
      end: () => {},
      outcomes,
    },
  };
}

export function entryOf(name: Name): IContent {
  const entry = bareEntry(name);
  return { ...entry, metadata: { id: name } };
}

function bareEntry(name: Name): IContent {
  if (name.startsWith('b')) return ai('');
  if (name.startsWith('c')) return call(name.slice(1));
  return name.startsWith('r') ? response(name.slice(1)) : human(name);
}

export function namesOf(entries: readonly IContent[]): Name[] {
  return entries.map(({ metadata }) => metadata?.id ?? 'nameless');
}

export function codeOf(attempt: () => unknown): HistoryCommitCode | undefined {
  try {
    attempt();
  } catch (error) {
    if (error instanceof HistoryCommitError) return error.code;
    throw error;
  }
  return undefined;
}

/** Returns the expected outcome of a commit, computed from names alone. */
export function judgement(
  { names, commits, life, snapshots }: Model,
  which: number,
  newNames: readonly Name[],
): { readonly code: HistoryCommitCode | undefined; readonly after: readonly Name[] } {
  const snapshot = snapshots[which]!;
  if (snapshot.life !== life) return { code: 'FOREIGN_SNAPSHOT', after: names };
  if (snapshot.commits !== commits) return { code: 'STALE_SNAPSHOT', after: names };
  const after = [...newNames, ...names.slice(snapshot.names.length)];
  const before = new Set(faults(names));
  return faults(after).every((fault) => before.has(fault))
    ? { code: undefined, after }
    : { code: 'BROKEN_HISTORY', after: names };
}

/** Returns the names of unmatched results and of calls without a result. Ignores blank entries: a commit never adds one. */
function faults(names: readonly Name[]): string[] {
  const spoken = names.findLastIndex((name) => !/^[rb]/.test(name));
  return names.flatMap((name, index) => {
    const partner = name.slice(1);
    if (name.startsWith('r')) return names.slice(0, index).includes(`c${partner}`) ? [] : [name];
    if (!name.startsWith('c') || index === spoken) return [];
    return names.slice(index).includes(`r${partner}`) ? [] : [name];
  });
}
