import { messageCharacters } from './characters.ts';
import type { ChatMessage } from './chat-message.ts';
import { readLines } from './corpus-lines.ts';
import { probedHistory, type ProbedHistory } from './families.ts';
import type { Outcome } from './method.ts';
import { rarityAmong } from './narrative/rarity.ts';
import { readProbes } from './probes.ts';

/** A recorded conversation whose agent was compacted while it ran. */
export interface CompactedRecord {
  readonly messages: readonly ChatMessage[];
  /** Summaries that the agent's own model wrote of everything before `messages[before_message]`, oldest first or not. */
  readonly compactions?: readonly { readonly before_message: number; readonly summary: string }[];
}

/** A history, and what the agent really had of it. */
export interface SummarizedHistory {
  readonly history: ProbedHistory;
  readonly outcome: Outcome;
}

/** The files whose agents wrote summaries. */
const FILES = ['coding-claude-code', 'coding-pi'];

/**
 * What the agent really had of the messages before `cut`: the instructions, the newest summary that was there by then, and what came after
 * it. Nothing where there was none. It takes no target; its own size is given as one, at which others can be asked the same.
 *
 * What it forgot it could not use later, and so is never asked for: the figures flatter it.
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
  const size = messageCharacters(left);
  return { messages: left, size, target: size };
}

/** Every history of the corpus that has probes at a cut (a share of the characters) and was compacted before it. */
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
