import type { IContent } from '@palimpsest/core-types';
import { findRoleProblems, groupResultsWithCalls, repairHistory } from '@palimpsest/history';

/**
 * Returns the conversation in a form that providers accept: repaired, with results after their calls, beginning with the user and
 * alternating between user and assistant. Inserts a short message where one is missing.
 */
export function withTurns(entries: readonly IContent[]): IContent[] {
  const turns: IContent[] = [];
  for (const entry of groupResultsWithCalls(repairHistory(entries).history).history) {
    // System entries, and entries with opaque blocks only, are not turns.
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
