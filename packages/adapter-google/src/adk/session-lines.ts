import { isCompactedEvent, type Event, type InvocationContext } from '@google/adk';
import { unfoldText, type Contents } from './fold-contents.ts';

type Content = Contents[number];

/** An event that a model hears of, and what it says. */
export interface SessionLine {
  readonly event: Event;
  readonly contents: Contents;
}

/** Ids that ADK gives calls without one, and takes away again in requests. */
const GIVEN_ID = 'adk-';
/** Calls by which ADK asks a person something. Models do not hear of them. */
const FRAMEWORK_CALL = 'adk_request_';

/**
 * What the next request of an agent begins with, as ADK reads it from the events of a session; `undefined` for what others write as well: what
 * one of them is sent is not what another is sent.
 */
export function sessionLines({
  session,
  agent,
  branch,
}: InvocationContext): SessionLine[] | undefined {
  const latest = session.events.findLast(isCompactedEvent);
  const lines: SessionLine[] = [];
  if (latest !== undefined) {
    const contents = unfoldText(latest.compactedContent);
    if (contents === undefined) return undefined;
    lines.push({ event: latest, contents });
  }
  for (const event of session.events) {
    if (isCompactedEvent(event) || event.timestamp <= (latest?.endTime ?? -1)) continue;
    const { content } = event;
    const isOwn = event.author === 'user' || event.author === agent?.name;
    if (!isOwn || event.branch !== branch || event.isolationScope !== undefined) return undefined;
    const last = lines.at(-1);
    if (last !== undefined && last.event !== latest && last.event.timestamp > event.timestamp)
      return undefined;
    if (content === undefined || !isHeard(content)) continue;
    lines.push({ event, contents: [withoutGivenIds(content)] });
  }
  return lines;
}

function isHeard({ role, parts = [] }: Content): boolean {
  if (role === undefined || parts[0]?.text === '') return false;
  return !parts.some(({ functionCall, functionResponse }) =>
    (functionCall ?? functionResponse)?.name?.startsWith(FRAMEWORK_CALL),
  );
}

function withoutGivenIds(content: Content): Content {
  const parts = content.parts?.map((part) => {
    const { functionCall, functionResponse } = part;
    if (functionCall?.id?.startsWith(GIVEN_ID) === true) {
      const { id: _id, ...call } = functionCall;
      return { ...part, functionCall: call };
    }
    if (functionResponse?.id?.startsWith(GIVEN_ID) === true) {
      const { id: _id, ...response } = functionResponse;
      return { ...part, functionResponse: response };
    }
    return part;
  });
  return parts === undefined ? content : { ...content, parts };
}
