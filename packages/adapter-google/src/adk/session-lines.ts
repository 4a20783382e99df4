import { isCompactedEvent, type Event, type InvocationContext, type LlmRequest } from '@google/adk';

export type Contents = LlmRequest['contents'];
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

/** ADK writes this before the text of an event that represents others. */
const FRAMEWORK = '[Previous Context Summary]:\n';
const FOLDED = 'Messages so far, one a line:\n';

/** Serializes contents into the one text that such an event can hold. */
export function foldContents(contents: Contents): string {
  return FOLDED + contents.map((content) => JSON.stringify(content)).join('\n');
}

/** Expands serialized contents in place. Returns the given contents if there are none. */
export function unfoldContents(contents: Contents): Contents {
  const first = contents.findIndex((content) => unfolded(content) !== undefined);
  if (first < 0) return contents;
  return contents.flatMap((content) => unfolded(content) ?? [content]);
}

function unfolded({ role, parts }: Content): Contents | undefined {
  const text = role === 'user' && parts?.length === 1 ? parts[0]!.text : undefined;
  return text?.startsWith(FRAMEWORK) === true
    ? unfoldText(text.slice(FRAMEWORK.length))
    : undefined;
}

/** Parses a text of `foldContents`. Returns `undefined` for other summaries, which are ordinary texts. */
function unfoldText(text: string): Contents | undefined {
  if (!text.startsWith(FOLDED)) return undefined;
  try {
    return text
      .slice(FOLDED.length)
      .split('\n')
      .map((line) => JSON.parse(line) as Content);
  } catch {
    return undefined;
  }
}
