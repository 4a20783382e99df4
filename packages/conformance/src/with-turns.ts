import type { IContent } from '@palimpsest/core-types';
import { findRoleProblems, groupResultsWithCalls, repairHistory } from '@palimpsest/history';

/**
 * Returns the same conversation as providers accept it: made whole, results behind their calls, and from a user message on, user and assistant
 * take turns. Short messages are put in where one is missing.
 */
export function withTurns(entries: readonly IContent[]): IContent[] {
  const turns: IContent[] = [];
  for (const entry of groupResultsWithCalls(repairHistory(entries).history).history) {
    // System entries, and those of nothing but blocks that one provider knows, are nobody's turn.
    const before = turns.findLast(
      ({ speaker, blocks }) => speaker !== 'system' && blocks.some(({ type }) => type !== 'opaque'),
    );
    const pair = before === undefined ? [entry] : [before, entry];
    const isMissing = [...findRoleProblems(pair)].some(({ index }) => index === pair.length - 1);
    if (isMissing) turns.push(turnBefore(entry));
    turns.push(entry);
  }
  return turns;
}

function turnBefore({ speaker }: IContent): IContent {
  return speaker === 'ai' ? say('human', 'Please go on.') : say('ai', 'That is done.');
}

function say(speaker: 'human' | 'ai', text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}
