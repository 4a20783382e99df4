import type { IContent } from '@palimpsest/core-types';

export type Turn = 'user' | 'model';

/** Returns the role of an entry's turn: results are user turns. */
export function turnOf({ speaker }: IContent): Turn {
  return speaker === 'ai' ? 'model' : 'user';
}

/** Returns whether an entry has tool results. */
export function isResult({ speaker, blocks }: IContent): boolean {
  return speaker === 'tool' || blocks.some(({ type }) => type === 'tool_response');
}

/**
 * Returns whether an entry is a turn. System entries are not. Opaque entries of the model are not: they may be items between messages. A user
 * message is always a turn.
 */
export function hasTurn({ speaker, blocks }: IContent): boolean {
  if (speaker === 'human') return true;
  const isOpaque = blocks.length > 0 && blocks.every(({ type }) => type === 'opaque');
  return speaker !== 'system' && !isOpaque;
}
