import type { ChatMessage } from '../retention/chat-message.ts';
import { readLines } from '../corpus.ts';
import { SESSIONS_OF_FAMILY, type Case, type Family } from './plan.ts';
import { RecordedSession } from './recorded-session.ts';
import { runSession, type SessionResult } from './run-session.ts';
import { strategyNamed } from './strategies.ts';

/** Cases of one family for one strategy. */
export interface ConstraintsJob {
  readonly strategy: string;
  /** Whether the strategy keeps user directives. */
  readonly isPinning: boolean;
  readonly family: Family;
  readonly cases: readonly Case[];
}

/** Runs the cases and returns one result for each, in order. */
export async function runConstraintsJob({
  strategy: name,
  isPinning,
  family,
  cases,
}: ConstraintsJob): Promise<SessionResult[]> {
  const sessions = sessionsOf(family);
  const results: SessionResult[] = [];
  for (const { session, constraint, ...place } of cases) {
    // A new strategy per case: state from one session must not affect the next.
    const strategy = strategyNamed(name, isPinning);
    const request = { ...place, strategy, sentence: constraint, session: sessions[session]! };
    results.push(await runSession(request));
  }
  return results;
}

let last: { readonly family: Family; readonly sessions: readonly RecordedSession[] } | undefined;

/** Returns the sessions of a family. Caches the last family, because every strategy uses the same sessions. */
function sessionsOf(family: Family): readonly RecordedSession[] {
  if (last?.family !== family) last = { family, sessions: readSessions(family) };
  return last.sessions;
}

function readSessions(family: Family): RecordedSession[] {
  const conversations = Array.from(
    readLines<{ readonly messages: readonly ChatMessage[] }>(`${family}.jsonl.gz`),
    ({ messages }) => messages,
  );
  return Array.from({ length: SESSIONS_OF_FAMILY }, (_, at) => {
    const first = Math.floor((at * conversations.length) / SESSIONS_OF_FAMILY);
    return new RecordedSession(conversations, first);
  });
}
