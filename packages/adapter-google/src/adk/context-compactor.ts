import { gemini } from '@palimpsest/formats/gemini';
import {
  createEvent,
  type BaseContextCompactor,
  type CompactedEvent,
  type InvocationContext,
} from '@google/adk';
import type { Adapter } from '@palimpsest/adapter';
import { foldContents, type Contents, sessionLines, type SessionLine } from './session-lines.ts';
import { conversationOf, type SessionFacts } from './model-callbacks.ts';

/** The events that one event can represent, and its text. */
interface Plan {
  readonly first: number;
  readonly last: number;
  readonly contents: Contents;
}

/**
 * Creates a compactor that replaces the start of a session with its reduced contents. It does nothing if there is no valid cut before the
 * unchanged messages at the end.
 */
export function contextCompactor(adapter: Adapter, known: SessionFacts): BaseContextCompactor {
  const plans = new WeakMap<InvocationContext, Plan>();

  async function planFor(context: InvocationContext): Promise<Plan | undefined> {
    const lines = sessionLines(context);
    if (lines === undefined || lines.length === 0 || context.agent === undefined) return undefined;
    const given = lines.flatMap(({ contents }) => contents);
    const conversation = conversationOf(context.session.id, context.agent.name);
    const { messages } = await adapter.adapt(gemini, given, known.of(conversation));
    if (messages === given) return undefined;
    const kept = unchangedEnd(given, messages);
    const boundary = boundaryFrom(lines, given.length - kept);
    if (boundary === undefined) return undefined;
    const after = lines.slice(boundary).flatMap(({ contents }) => contents).length;
    return {
      first: startOf(lines[0]!),
      last: lines[boundary - 1]!.event.timestamp,
      contents: messages.slice(0, messages.length - after),
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
      const { first, last, contents } = plan;
      plans.delete(context);
      const compactedContent = foldContents(contents);
      const event: CompactedEvent = {
        ...createEvent({
          author: 'system',
          invocationId: context.invocationId,
          content: { role: 'model', parts: [{ text: compactedContent }] },
        }),
        isCompacted: true,
        startTime: first,
        endTime: last,
        compactedContent,
      };
      context.session.events.push(event);
    },
  };
}

/** Returns how many contents at the end are sent unchanged. */
function unchangedEnd(given: Contents, sent: readonly Contents[number][]): number {
  let kept = 0;
  while (kept < Math.min(given.length, sent.length) && given.at(-1 - kept) === sent.at(-1 - kept))
    kept += 1;
  return kept;
}

/**
 * Returns the index of the first line at which a session can be cut. At least `minimum` contents come before it, its time is later than that of
 * the line before it (ADK selects events by time), and no call before it has its result at or after it.
 */
function boundaryFrom(lines: readonly SessionLine[], minimum: number): number | undefined {
  const resultIndexOf = new Map<string, number>();
  for (const [index, { event }] of lines.entries()) {
    for (const { functionResponse } of event.content?.parts ?? []) {
      if (functionResponse?.id !== undefined) resultIndexOf.set(functionResponse.id, index);
    }
  }
  let contentsBefore = 0;
  let lastResultIndex = -1;
  for (const [index, line] of lines.entries()) {
    // False for the first line.
    const before = lines[index - 1]?.event.timestamp ?? Infinity;
    const isLater = before < line.event.timestamp;
    if (contentsBefore >= minimum && lastResultIndex < index && isLater) return index;
    contentsBefore += line.contents.length;
    for (const { functionCall } of line.event.content?.parts ?? []) {
      lastResultIndex = Math.max(lastResultIndex, resultIndexOf.get(functionCall?.id ?? '') ?? -1);
    }
  }
  return undefined;
}

function startOf({ event }: SessionLine): number {
  return 'startTime' in event && typeof event.startTime === 'number'
    ? event.startTime
    : event.timestamp;
}
