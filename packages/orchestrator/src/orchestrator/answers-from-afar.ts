import type { IContent } from '@palimpsest/core-types';
import { answersCalls } from './answers-calls.ts';

/**
 * Whether what is pending answers a call that something else follows already, as when a person spoke while a tool was at work. Without the answer
 * such a history counts as broken, and whoever mends it invents another one.
 */
export function answersFromAfar(
  history: readonly IContent[],
  pending: readonly IContent[],
): boolean {
  if (!pending.some(answersCalls)) return false;
  let at = history.length - 1;
  while (at >= 0 && history[at]!.speaker === 'tool') at -= 1;
  return at >= 0 && !history[at]!.blocks.some(({ type }) => type === 'tool_call');
}
