import type { IContent } from '@palimpsest/core-types';
import {
  createConversationHistory,
  HistoryCommitError,
  type ConversationHistory,
  type HistoryEvent,
  type HistorySnapshot,
} from '@palimpsest/orchestrator';
import type { HistoryCommitCode } from '../../src/conversation/history-commit.ts';
import { ai, call, human, response } from './story.ts';

/** What an entry is called: `h3`, `b4` (blank), `c5` and `r5` (a call and its response). Every name is given out once. */
export type Name = string;

/** What somebody knows who writes down names only. */
export interface Model {
  names: readonly Name[];
  version: number;
  /** How many replacements there were. */
  commits: number;
  /** Which of the histories, each read from what the one before wrote. */
  life: number;
  nextName: number;
  snapshots: { names: readonly Name[]; commits: number; life: number }[];
}

export interface Real {
  history: ConversationHistory;
  readonly snapshots: HistorySnapshot[];
  /** What was handed out, and what it was then. */
  readonly held: (readonly [view: readonly IContent[], names: readonly Name[]])[];
  /** What a listener wrote down since it subscribed. */
  heard: HistoryEvent[];
  end: () => void;
  /** Codes of refusals that were met, `undefined` for a replacement that happened. */
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

/** What must become of a replacement, told from names alone. */
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

/** Blank entries are told by name; a new one is never among the new names. */
function faults(names: readonly Name[]): string[] {
  const spoken = names.findLastIndex((name) => !/^[rb]/.test(name));
  return names.flatMap((name, index) => {
    const partner = name.slice(1);
    if (name.startsWith('r')) return names.slice(0, index).includes(`c${partner}`) ? [] : [name];
    if (!name.startsWith('c') || index === spoken) return [];
    return names.slice(index).includes(`r${partner}`) ? [] : [name];
  });
}
