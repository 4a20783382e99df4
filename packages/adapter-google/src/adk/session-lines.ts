import { isCompactedEvent, type Event, type InvocationContext } from '@google/adk';
import { unfoldText, type Contents } from './fold-contents.ts';

type Content = Contents[number];

/** An event that the model sees, and its contents. */
export interface SessionLine {
  readonly event: Event;
  readonly contents: Contents;
}

/** Prefix of ids that ADK gives to calls without one, and strips in requests. */
const GIVEN_ID = 'adk-';
/** Prefix of calls by which ADK asks a user. Models do not see them. */
const FRAMEWORK_CALL = 'adk_request_';

/**
 * Returns the contents that the next request of an agent begins with, as ADK reads them from a session's events. Returns `undefined` if
 * several agents write the session, because each of them sees different contents.
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
    for (const name of ['functionCall', 'functionResponse'] as const) {
      const { id, ...others } = part[name] ?? {};
      if (id?.startsWith(GIVEN_ID) === true) return { ...part, [name]: others };
    }
    return part;
  });
  return parts === undefined ? content : { ...content, parts };
}
