import { requestTokens } from './request-tokens.ts';
import type { ChatMessage } from './chat-message.ts';
import { readLines } from './corpus-lines.ts';
import { probedHistory, type ProbedHistory } from './families.ts';
import type { Outcome } from './method.ts';
import { rarityAmong } from './narrative/rarity.ts';
import { readProbes } from './probes.ts';

/** A recorded conversation that was compacted while its agent ran. */
export interface CompactedRecord {
  readonly messages: readonly ChatMessage[];
  /** Summaries by the agent's own model of everything before `messages[before_message]`, in any order. */
  readonly compactions?: readonly { readonly before_message: number; readonly summary: string }[];
}

/** A history, and what the agent actually had of it. */
export interface SummarizedHistory {
  readonly history: ProbedHistory;
  readonly outcome: Outcome;
}

/** Files with summaries by agents. */
const FILES = ['coding-claude-code', 'coding-pi'];

/**
 * Returns what the agent had of the messages before `cut`: the system messages, the newest summary at that time, and the messages after it;
 * `undefined` without a summary. It has no target: its size is the target of the methods compared with it.
 *
 * The agent could not use later what the summary omitted, so no probe tests that: the figures favour the summary.
 */
export function modelSummaryOutcome(
  { messages, compactions = [] }: CompactedRecord,
  cut: number,
): Outcome | undefined {
  const newest = compactions
    .filter(({ before_message: at }) => at < cut)
    .toSorted((one, other) => other.before_message - one.before_message)[0];
  if (newest === undefined) return undefined;
  const { before_message: from, summary } = newest;
  const left: readonly ChatMessage[] = [
    ...messages.slice(0, from).filter(({ role }) => role === 'system'),
    { role: 'user', content: summary },
    ...messages.slice(from, cut),
  ];
  const size = requestTokens(left);
  return { messages: left, size, target: size };
}

/** Returns every history of the corpus that has probes at a cut (a share of the characters) and was compacted before it. */
export function readSummarizedHistories(
  cut: number,
  files: readonly string[] = FILES,
): SummarizedHistory[] {
  const probeSets = readProbes(cut);
  const found: SummarizedHistory[] = [];
  for (const file of files) {
    const records = [...readLines<CompactedRecord & { readonly id: string }>(`${file}.jsonl.gz`)];
    const rarity = rarityAmong(records.map(({ messages }) => messages));
    for (const record of records) {
      const set = probeSets.get(record.id);
      const outcome = set === undefined ? undefined : modelSummaryOutcome(record, set.cut);
      if (set === undefined || outcome === undefined) continue;
      found.push({ history: probedHistory(record.messages, set, rarity), outcome });
    }
  }
  return found;
}
