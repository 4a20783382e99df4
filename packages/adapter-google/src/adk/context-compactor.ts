import { gemini } from '@palimpsest/formats/gemini';
import {
  createEvent,
  type BaseContextCompactor,
  type CompactedEvent,
  type InvocationContext,
} from '@google/adk';
import type { Adapter } from '@palimpsest/adapter';
import {
  serializeContents,
  listVisibleEvents,
  type Contents,
  type VisibleEvent,
} from './visible-events.ts';
import { conversationKey, type RequestMemory } from './model-callbacks.ts';

/** Fields of the compacted event. */
type Plan = Pick<CompactedEvent, 'startTime' | 'endTime' | 'compactedContent'>;

/**
 * Creates a compactor that replaces the start of a session with its reduced contents. It does nothing if there is no valid cut before the
 * unchanged messages at the end.
 */
export function createContextCompactor(
  adapter: Adapter,
  requests: RequestMemory,
): BaseContextCompactor {
  const plans = new WeakMap<InvocationContext, Plan>();

  async function planFor(context: InvocationContext): Promise<Plan | undefined> {
    const events = listVisibleEvents(context);
    if (events === undefined || events.length === 0 || context.agent === undefined)
      return undefined;
    const original = events.flatMap(({ contents }) => contents);
    const conversation = conversationKey(context.session.id, context.agent.name);
    const { messages } = await adapter.adapt(gemini, original, requests.find(conversation));
    if (messages === original) return undefined;
    const cut = findCut(events, original.length - countUnchangedEnd(original, messages));
    if (cut === undefined) return undefined;
    const contentsAfter = events.slice(cut).flatMap(({ contents }) => contents).length;
    return {
      startTime: readStartTime(events[0]!),
      endTime: events[cut - 1]!.event.timestamp,
      compactedContent: serializeContents(messages.slice(0, messages.length - contentsAfter)),
    };
  }

  return {
    async shouldCompact(context) {
      const plan = await planFor(context);
      if (plan === undefined) plans.delete(context);
      else plans.set(context, plan);
      return plan !== undefined;
    },
    compact(context) {
      const plan = plans.get(context);
      if (plan === undefined) return;
      plans.delete(context);
      const event: CompactedEvent = {
        ...createEvent({
          author: 'system',
          invocationId: context.invocationId,
          content: { role: 'model', parts: [{ text: plan.compactedContent }] },
        }),
        isCompacted: true,
        ...plan,
      };
      context.session.events.push(event);
    },
  };
}

function countUnchangedEnd(original: Contents, sent: readonly Contents[number][]): number {
  let count = 0;
  while (count < original.length && original.at(-1 - count) === sent.at(-1 - count)) count += 1;
  return count;
}

/**
 * Returns the index of the first event before which the session can be cut. At least `minContents` contents come before it, its time is later
 * than that of the event before it (ADK selects events by time), and no call before it has its result at or after it.
 */
function findCut(events: readonly VisibleEvent[], minContents: number): number | undefined {
  const resultIndices = new Map<string, number>();
  for (const [index, { event }] of events.entries()) {
    for (const { functionResponse } of event.content?.parts ?? []) {
      if (functionResponse?.id !== undefined) resultIndices.set(functionResponse.id, index);
    }
  }
  let contentsBefore = 0;
  let lastResultIndex = -1;
  for (const [index, { event, contents }] of events.entries()) {
    const previous = events[index - 1]?.event;
    const isLater = previous !== undefined && previous.timestamp < event.timestamp;
    if (contentsBefore >= minContents && lastResultIndex < index && isLater) return index;
    contentsBefore += contents.length;
    for (const { functionCall } of event.content?.parts ?? []) {
      lastResultIndex = Math.max(lastResultIndex, resultIndices.get(functionCall?.id ?? '') ?? -1);
    }
  }
  return undefined;
}

function readStartTime({ event }: VisibleEvent): number {
  return 'startTime' in event && typeof event.startTime === 'number'
    ? event.startTime
    : event.timestamp;
}
