import { requestTokens } from './request-tokens.ts';
import { keptDemands } from './demands.ts';
import type { ProbedHistory } from './families.ts';
import { textOfLines } from './line-probes.ts';
import type { Outcome } from './method.ts';
import { keptNarrative } from './narrative/kept-narrative.ts';
import type { Tally } from './pooling.ts';
import { groupsOf, PROBE_GROUPS } from './probes.ts';
import { searchableText, survives } from './survival.ts';

/**
 * Groups of values that the agent used later, values that a benchmark's own solution needs, whole lines that were written again, sentences
 * that the agent restates, and user directives (of short and of long messages, and the task).
 */
export const SCORE_GROUPS = [
  ...PROBE_GROUPS,
  'gold',
  'lines',
  'far_lines',
  'narrative',
  'demands_short',
  'demands_long',
  'task',
] as const;
export type ScoreGroup = (typeof SCORE_GROUPS)[number];

const DEMAND_GROUPS = { short: 'demands_short', long: 'demands_long', task: 'task' } as const;

/** What is left of one history. */
export interface Score {
  readonly id: string;
  readonly tokens: Tally;
  readonly groups: Readonly<Record<ScoreGroup, Tally>>;
  readonly isOver: boolean;
}

/** Counts which of the needed values, lines, sentences and directives a compressed history still contains. */
export function score(history: ProbedHistory, outcome: Outcome): Score {
  const groups = Object.fromEntries(
    SCORE_GROUPS.map((group) => [group, { survived: 0, asked: 0 }]),
  ) as Record<ScoreGroup, { survived: number; asked: number }>;
  const count = (group: ScoreGroup, isThere: boolean): void => {
    groups[group].asked += 1;
    if (isThere) groups[group].survived += 1;
  };
  const text = searchableText(outcome.messages);
  for (const probe of history.probes) {
    const isThere = survives(probe.value, text);
    for (const group of groupsOf(probe, history.cut)) count(group, isThere);
  }
  for (const value of history.gold ?? []) count('gold', survives(value, text));
  const lines = textOfLines(outcome.messages);
  for (const { line, isFar } of history.lines) {
    const isThere = lines.includes(line);
    count('lines', isThere);
    if (isFar) count('far_lines', isThere);
  }
  for (const isThere of keptNarrative(history.narrative, outcome.messages, history.rarity)) {
    count('narrative', isThere);
  }
  for (const [at, isThere] of keptDemands(history.demands, outcome.messages).entries()) {
    count(DEMAND_GROUPS[history.demands[at]!.group], isThere);
  }
  const left = requestTokens(outcome.messages);
  return {
    id: history.id,
    tokens: {
      survived: left,
      asked: requestTokens(history.messages),
    },
    groups,
    isOver: left > outcome.target,
  };
}
