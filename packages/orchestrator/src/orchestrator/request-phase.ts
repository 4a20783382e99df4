import { hasToolCall, hasToolResult, type IContent } from '@palimpsest/core-types';
import type { PrepareRequest } from './prepare-request.ts';

/** Returns `turn` if a user message but no tool result follows the newest AI entry, else `call`: as a rule, the request continues a tool loop. */
export function detectPhase(
  history: readonly IContent[],
  pending: readonly IContent[],
): 'turn' | 'call' {
  const afterReply = findNewestReply(pending) + 1;
  const earlier = afterReply > 0 ? [] : history.slice(findNewestReply(history) + 1);
  const since = [...earlier, ...pending.slice(afterReply)];
  const hasHuman = since.some(
    ({ speaker, metadata }) => speaker === 'human' && metadata?.synthetic !== true,
  );
  return hasHuman && !since.some(hasToolResult) ? 'turn' : 'call';
}

/**
 * Returns whether results are pending although another entry already follows their calls, such as a user message sent while the tool ran.
 * The history must not be rewritten until they are appended: a repair would invent them.
 */
export function hasDelayedResult(
  history: readonly IContent[],
  pending: readonly IContent[],
): boolean {
  if (!pending.some(hasToolResult)) return false;
  const newest = history.findLast(({ speaker }) => speaker !== 'tool');
  return newest !== undefined && !hasToolCall(newest);
}

/**
 * Returns whether the request continues a conversation that the provider stores, so that nothing may be edited. By default, `metadata.responsesStored` of the
 * newest AI entry decides, as in llxprt-code.
 */
export function isServerManaged(
  { serverManaged }: PrepareRequest,
  history: readonly IContent[],
): boolean {
  if (serverManaged !== undefined) return serverManaged === 'leave';
  return history[findNewestReply(history)]?.metadata?.['responsesStored'] === true;
}

function findNewestReply(entries: readonly IContent[]): number {
  return entries.findLastIndex(({ speaker }) => speaker === 'ai');
}
