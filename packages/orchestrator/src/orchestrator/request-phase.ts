import type { IContent } from '@palimpsest/core-types';
import { findLog } from '../conversation/entry-log.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** Activity since the newest AI entry. */
interface ActivitySinceReply {
  /** The newest AI entry; `undefined` if there is none. */
  readonly answer: IContent | undefined;
  /** Whether a tool result followed. */
  readonly hasResponse: boolean;
  /** Whether a user message followed. */
  readonly hasHuman: boolean;
}

interface Seen extends ActivitySinceReply {
  readonly length: number;
}

const NOTHING: Seen = { length: 0, answer: undefined, hasResponse: false, hasHuman: false };

const seenOf = new WeakMap<readonly IContent[], Seen>();

/** Returns the activity since the newest AI entry. Reads each entry of a growing conversation once, across calls. */
export function findActivitySinceReply(history: readonly IContent[]): ActivitySinceReply {
  const line = findLog(history) ?? history;
  const { length } = history;
  const known = seenOf.get(line);
  const start = known === undefined || known.length > length ? NOTHING : known;
  const seen = { ...extendActivity(line.slice(start.length, length), start), length };
  seenOf.set(line, seen);
  return seen;
}

/** Returns the activity after more entries. */
function extendActivity(
  entries: readonly IContent[],
  before: ActivitySinceReply,
): ActivitySinceReply {
  let { answer, hasResponse, hasHuman } = before;
  for (const entry of entries) {
    const { speaker, metadata } = entry;
    if (speaker === 'ai') {
      answer = entry;
      hasResponse = false;
      hasHuman = false;
    }
    hasResponse ||= speaker !== 'ai' && hasToolResult(entry);
    hasHuman ||= speaker === 'human' && metadata?.synthetic !== true;
  }
  return { answer, hasResponse, hasHuman };
}

/** Phase of the next request: `turn` starts with a user message, `call` continues a tool loop. */
type RequestPhase = 'turn' | 'call';

/** Returns `turn` if a user message but no tool result follows the newest AI entry, else `call`. */
export function detectPhase(
  history: readonly IContent[],
  pending: readonly IContent[],
): RequestPhase {
  const { hasResponse, hasHuman } = extendActivity(pending, findActivitySinceReply(history));
  return hasHuman && !hasResponse ? 'turn' : 'call';
}

/** Returns whether an entry has a tool result. */
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
  let at = history.length - 1;
  while (at >= 0 && history[at]!.speaker === 'tool') at -= 1;
  return at >= 0 && !history[at]!.blocks.some(({ type }) => type === 'tool_call');
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
  return findActivitySinceReply(history).answer?.metadata?.['responsesStored'] === true;
}
