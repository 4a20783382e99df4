import type { IContent } from '@palimpsest/core-types';
import type { PrepareRequest } from './prepare-request.ts';

/** Returns `turn` if a user message but no tool result follows the newest AI entry, else `call`: the request continues a tool loop. */
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

export function hasToolResult({ blocks }: IContent): boolean {
  return blocks.some(({ type }) => type === 'tool_response');
}

/**
 * Returns whether a pending result belongs to a call that another entry already follows, such as a user message sent while the tool ran.
 * Without the result the history counts as broken, and a repair would insert a substitute.
 */
export function hasDelayedResult(
  history: readonly IContent[],
  pending: readonly IContent[],
): boolean {
  if (!pending.some(hasToolResult)) return false;
  const caller = history.findLast(({ speaker }) => speaker !== 'tool');
  return caller !== undefined && !caller.blocks.some(({ type }) => type === 'tool_call');
}

/**
 * Returns whether the provider stores the conversation and the host does not break with it. By default, `metadata.responsesStored` of the
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
