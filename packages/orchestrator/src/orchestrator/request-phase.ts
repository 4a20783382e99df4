import type { IContent } from '@palimpsest/core-types';
import { findLog } from '../conversation/entry-log.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** What stands behind the model's newest answer. */
interface ActivitySinceReply {
  /** The answer; `undefined` before the first. */
  readonly answer: IContent | undefined;
  /** Whether a tool answered since. */
  readonly hasResponse: boolean;
  /** Whether a person spoke since. */
  readonly hasHuman: boolean;
}

interface Seen extends ActivitySinceReply {
  readonly length: number;
}

const NOTHING: Seen = { length: 0, answer: undefined, hasResponse: false, hasHuman: false };

const seenOf = new WeakMap<readonly IContent[], Seen>();

/** Looks at each entry of a growing conversation once, however often it is asked. */
export function findActivitySinceReply(history: readonly IContent[]): ActivitySinceReply {
  const line = findLog(history) ?? history;
  const { length } = history;
  const known = seenOf.get(line);
  const start = known === undefined || known.length > length ? NOTHING : known;
  const seen = { ...extendActivity(line.slice(start.length, length), start), length };
  seenOf.set(line, seen);
  return seen;
}

/** The same, with entries behind it. */
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

/** Whether a person speaks next, or the request goes on inside a loop of tools. */
type RequestPhase = 'turn' | 'call';

/** By what follows the newest answer: a result of a tool makes it a loop, a person's words without one a turn. */
export function detectPhase(
  history: readonly IContent[],
  pending: readonly IContent[],
): RequestPhase {
  const { hasResponse, hasHuman } = extendActivity(pending, findActivitySinceReply(history));
  return hasHuman && !hasResponse ? 'turn' : 'call';
}

/** Whether a tool answers in an entry. */
export function hasToolResult({ blocks }: IContent): boolean {
  return blocks.some(({ type }) => type === 'tool_response');
}

/**
 * Whether what is pending answers a call that something else follows already, as when a person spoke while a tool was at work. Without the answer
 * such a history counts as broken, and whoever mends it invents another one.
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

/** Whether a provider keeps the conversation, and the host did not say to break with it (`metadata.responsesStored`, as llxprt-code has it). */
export function isServerManaged(
  { serverManaged }: PrepareRequest,
  history: readonly IContent[],
): boolean {
  if (serverManaged !== undefined) return serverManaged === 'leave';
  return findActivitySinceReply(history).answer?.metadata?.['responsesStored'] === true;
}
