import { isDeepStrictEqual } from 'node:util';
import { PRICES, priceCall } from '@palimpsest/orchestrator';
import { decodeArguments, type ChatMessage } from '../retention/chat-message.ts';
import { requestTokens } from '../retention/request-tokens.ts';

type Messages = readonly ChatMessage[];

/** Returns the calls without a result, the results without a call, and what stands twice. */
export function brokenPairs(messages: Messages): number {
  const open = new Set<string>();
  const closed = new Set<string>();
  let broken = 0;
  for (const { tool_calls: calls = [], tool_call_id: answered } of messages) {
    for (const { id } of calls) {
      if (open.has(id) || closed.has(id)) broken += 1;
      open.add(id);
    }
    if (answered === undefined) continue;
    if (open.delete(answered)) closed.add(answered);
    else broken += 1;
  }
  return broken + open.size;
}

/** Returns the calls that stand with other arguments than the agent gave: it reads what it never said. */
export function changedCalls(before: Messages, after: Messages): number {
  const given = new Map(
    before.flatMap(({ tool_calls: calls = [] }) =>
      calls.map(({ id, function: called }) => [id, called.arguments] as const),
    ),
  );
  return after
    .flatMap(({ tool_calls: calls = [] }) => calls)
    .filter(({ id, function: called }) => {
      const own = given.get(id);
      if (own === undefined || own === called.arguments) return false;
      return !isDeepStrictEqual(decodeArguments(own), decodeArguments(called.arguments));
    }).length;
}

const ANTHROPIC = PRICES.anthropic;

/** Returns what the request after a compression costs: messages before the first change are read from a cache, all others are written to it. */
export function firstWrite(before: Messages, after: Messages): number {
  let same = 0;
  while (same < after.length && isDeepStrictEqual(before[same], after[same])) same += 1;
  const cached = requestTokens(after.slice(0, same));
  return priceCall(ANTHROPIC, { cached, written: requestTokens(after) - cached });
}
