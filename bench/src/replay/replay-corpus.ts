import type { ChatMessage } from '../retention/chat-message.ts';
import { readLines } from '../corpus.ts';
import { contextBudget, type ContextBudget } from '@palimpsest/orchestrator';
import { sessionOf, untouchedPeak, type ReplaySession } from './turns.ts';

/** Context windows by their name in tables. */
export const WINDOWS = { '32k': 32_000, '128k': 128_000, '200k': 200_000 } as const;

const MAX_OUTPUT_TOKENS = 65_536;

/**
 * Returns the budget of a replayed request. It keeps more tokens free for the output than the default, so that more of the recorded sessions
 * do not fit.
 */
export function replayBudget(contextLimit: number): ContextBudget {
  const maxOutputTokens = Math.min(MAX_OUTPUT_TOKENS, Math.floor(contextLimit / 2));
  return contextBudget({ contextLimit, maxOutputTokens });
}

const CODING = ['coding-claude-code', 'coding-openhands', 'coding-pi', 'coding-swe-agent'];

/** Nearly all of these fit every window. They are read for the few that do not fit the smallest. */
const SERVICE = ['service-tau-bench', 'service-tau2-telecom'];

interface Recorded {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
}

interface Needed {
  readonly id: string;
  readonly probes: readonly {
    readonly value: string;
    /** Index of the message that uses the value. */
    readonly used_at: number;
  }[];
}

/** Yields agent sessions with tools, one in memory at a time. */
export function* replaySessions(): Generator<ReplaySession> {
  const needed = readNeeded();
  const sessionFrom = (one: Recorded) => sessionOf(one, needed.get(one.id));
  for (const file of CODING) {
    for (const one of readLines<Recorded>(`${file}.jsonl.gz`)) yield sessionFrom(one);
  }
  const smallest = replayBudget(WINDOWS['32k']).limit;
  for (const file of SERVICE) {
    for (const one of readLines<Recorded>(`${file}.jsonl.gz`)) {
      const session = sessionFrom(one);
      if (untouchedPeak(session) > smallest) yield session;
    }
  }
}

/** Returns the needed values of each conversation by the index of the message that uses them, each once across all cuts. */
function readNeeded(): ReadonlyMap<string, ReadonlyMap<number, readonly string[]>> {
  const found = new Map<string, Map<number, string[]>>();
  for (const { id, probes } of readLines<Needed>('probes.jsonl.gz')) {
    const byUse = found.get(id) ?? new Map<number, string[]>();
    found.set(id, byUse);
    for (const { value, used_at: at } of probes) {
      const values = byUse.get(at) ?? [];
      if (!values.includes(value)) byUse.set(at, [...values, value]);
    }
  }
  return found;
}
