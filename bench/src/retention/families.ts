import type { ChatMessage } from './chat-message.ts';
import { readLines } from '../corpus.ts';
import { findDemands, type Demand } from './demands.ts';
import { findLineProbes, type LineProbe } from './line-probes.ts';
import { findNarrativeProbes, type NarrativeProbe } from './narrative/narrative-probes.ts';
import { rarityAmong, type Rarity } from './narrative/rarity.ts';
import { readProbes, type ProbeSet } from './probes.ts';

/** Kinds of conversations with their corpus files: every file with probes alone, then several together. */
export const FAMILIES = {
  'coding-claude-code': ['coding-claude-code'],
  'coding-openhands': ['coding-openhands'],
  'coding-swe-agent': ['coding-swe-agent'],
  'coding-pi': ['coding-pi'],
  'coding-aider': ['coding-aider'],
  'service-tau-bench': ['service-tau-bench'],
  'service-tau2-telecom': ['service-tau2-telecom'],
  'research-whowhen': ['research-whowhen'],
  'zh-crosswoz': ['zh-crosswoz'],
  'other coding': ['coding-openhands', 'coding-swe-agent', 'coding-pi'],
  'service dialogues': ['service-tau-bench', 'service-tau2-telecom'],
} as const;
export type FamilyName = keyof typeof FAMILIES;
export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[];

/** A corpus file; `sample` is not a family, and serves for quick runs. */
export type CorpusFile = (typeof FAMILIES)[FamilyName][number] | 'sample';

/** A history with everything that its later messages needed from it. */
export interface ProbedHistory extends ProbeSet {
  readonly messages: readonly ChatMessage[];
  readonly lines: readonly LineProbe[];
  readonly narrative: readonly NarrativeProbe[];
  readonly demands: readonly Demand[];
  /** Rarity of words among the conversations of the file. */
  readonly rarity: Rarity;
}

/** Returns the histories of a file that have probes; of those that are wanted, if a condition is given. */
export function readHistories(
  file: CorpusFile,
  isWanted: (set: ProbeSet) => boolean = () => true,
): ProbedHistory[] {
  const probeSets = readProbes();
  const histories: ProbedHistory[] = [];
  const records = [
    ...readLines<{ readonly id: string; readonly messages: readonly ChatMessage[] }>(
      `${file}.jsonl.gz`,
    ),
  ];
  const rarity = rarityAmong(records.map(({ messages }) => messages));
  for (const { id, messages } of records) {
    const set = probeSets.get(id);
    if (set === undefined || !isWanted(set)) continue;
    histories.push(probedHistory(messages, set, rarity));
  }
  return histories;
}

/** Returns the history before the cut of a conversation, with its probes. */
export function probedHistory(
  messages: readonly ChatMessage[],
  set: ProbeSet,
  rarity: Rarity,
): ProbedHistory {
  const history = messages.slice(0, set.cut);
  return {
    ...set,
    messages: history,
    lines: findLineProbes(messages, set.cut),
    narrative: findNarrativeProbes(messages, set.cut, rarity),
    demands: findDemands(history),
    rarity,
  };
}
