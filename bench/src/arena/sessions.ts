import { isHeldOut } from '../held-out.ts';
import type { ChatMessage } from '../retention/chat-message.ts';
import { readHistories, type CorpusFile, type ProbedHistory } from '../retention/families.ts';
import { textOfLines } from '../retention/line-probes.ts';
import { keptNarrative } from '../retention/narrative/kept-narrative.ts';
import type { ProbeSet } from '../retention/probes.ts';
import { searchableText, survives } from '../retention/survival.ts';

/** Kinds of sessions with a table of their own. */
export const ARENA_GROUPS = ['coding', 'service'] as const;
export type ArenaGroup = (typeof ARENA_GROUPS)[number];

export interface ArenaSession {
  readonly group: ArenaGroup;
  readonly history: ProbedHistory;
}

/** The held-out sessions that are long enough to be compressed and short enough for every contestant, by file. */
const SAMPLE: readonly {
  readonly group: ArenaGroup;
  readonly file: CorpusFile;
  readonly minMessages: number;
  readonly maxSessions: number;
}[] = [
  { group: 'coding', file: 'coding-claude-code', minMessages: 70, maxSessions: 10 },
  { group: 'coding', file: 'coding-openhands', minMessages: 20, maxSessions: 4 },
  { group: 'service', file: 'service-tau-bench', minMessages: 30, maxSessions: 6 },
  { group: 'service', file: 'service-tau2-telecom', minMessages: 36, maxSessions: 4 },
];
/** Characters before the cut. */
const MAX_CHARACTERS = 280_000;

/** Returns the sessions of the arena, the first of each file, without system messages and reasoning, each with its probes. */
export function readArenaSessions(): ArenaSession[] {
  return SAMPLE.flatMap(({ group, file, minMessages, maxSessions }) => {
    let count = 0;
    const isWanted = ({ id, cut, prefix_chars: characters }: ProbeSet): boolean => {
      if (count === maxSessions || cut < minMessages || characters > MAX_CHARACTERS) return false;
      if (!isHeldOut(id)) return false;
      count += 1;
      return true;
    };
    return readHistories(file, isWanted).map((history) => ({
      group,
      history: plainHistory(history),
    }));
  });
}

/** Returns a history without what not every format can hold, and without probes that only this contains. */
export function plainHistory(history: ProbedHistory): ProbedHistory {
  const messages = plainMessages(history.messages);
  const text = searchableText(messages);
  const lines = textOfLines(messages);
  const isKept = keptNarrative(history.narrative, messages, history.rarity);
  return {
    ...history,
    messages,
    probes: history.probes.filter(({ value }) => survives(value, text)),
    gold: (history.gold ?? []).filter((value) => survives(value, text)),
    lines: history.lines.filter(({ line }) => lines.includes(line)),
    narrative: history.narrative.filter((_, at) => isKept[at] === true),
  };
}

/** Returns messages without system messages and reasoning. */
function plainMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(({ reasoning_content: _reasoning, ...message }) => message)
    .filter(isSaid);
}

function isSaid({ role, content, tool_calls: calls = [] }: ChatMessage): boolean {
  return role === 'tool' || calls.length > 0 || (content ?? '') !== '';
}
