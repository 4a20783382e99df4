import type { IContent } from '@palimpsest/core-types';

export type Turn = 'user' | 'model';

/** Returns whose turn an entry is: tool results are a user's. */
export function turnOf({ speaker }: IContent): Turn {
  return speaker === 'ai' ? 'model' : 'user';
}

/** Whether an entry carries tool results. */
export function isResult({ speaker, blocks }: IContent): boolean {
  return speaker === 'tool' || blocks.some(({ type }) => type === 'tool_response');
}

/** Whether an entry is somebody's turn: system entries are not, and of blocks that only one provider knows nobody can tell. */
export function hasTurn({ speaker, blocks }: IContent): boolean {
  const isOpaque = blocks.length > 0 && blocks.every(({ type }) => type === 'opaque');
  return speaker !== 'system' && !isOpaque;
}
