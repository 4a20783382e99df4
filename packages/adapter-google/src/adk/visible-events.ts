import { isCompactedEvent, type Event, type InvocationContext, type LlmRequest } from '@google/adk';

export type Contents = LlmRequest['contents'];
type Content = Contents[number];

/** An event that the model sees, and the contents that it receives for it. */
export interface VisibleEvent {
  readonly event: Event;
  readonly contents: Contents;
}

/** Prefix of ids that ADK gives to calls without one, and strips in requests. */
const GENERATED_ID = 'adk-';
/** Prefix of calls by which ADK requests something from the user. Models do not see them. */
const FRAMEWORK_CALL = 'adk_request_';

/**
 * Returns the events from which ADK builds the next request of an agent, the newest compacted event first. Returns `undefined` if several
 * agents write the session (each of them sees different contents), if the compacted event is of another compactor, or if times decrease.
 */
export function listVisibleEvents({
  session,
  agent,
  branch,
}: InvocationContext): VisibleEvent[] | undefined {
  const compacted = session.events.findLast(isCompactedEvent);
  const visible: VisibleEvent[] = [];
  if (compacted !== undefined) {
    const contents = parseSerialized(compacted.compactedContent);
    if (contents === undefined) return undefined;
    visible.push({ event: compacted, contents });
  }
  for (const event of session.events) {
    if (isCompactedEvent(event) || event.timestamp <= (compacted?.endTime ?? -1)) continue;
    const { content } = event;
    const isOwn = event.author === 'user' || event.author === agent?.name;
    if (!isOwn || event.branch !== branch || event.isolationScope !== undefined) return undefined;
    const last = visible.at(-1);
    if (last !== undefined && last.event !== compacted && last.event.timestamp > event.timestamp)
      return undefined;
    if (content === undefined || !isVisible(content)) continue;
    visible.push({ event, contents: [withoutGeneratedIds(content)] });
  }
  return visible;
}

function isVisible({ role, parts = [] }: Content): boolean {
  if (role === undefined || parts[0]?.text === '') return false;
  return !parts.some(({ functionCall, functionResponse }) =>
    (functionCall ?? functionResponse)?.name?.startsWith(FRAMEWORK_CALL),
  );
}

function withoutGeneratedIds(content: Content): Content {
  const parts = content.parts?.map((part) => {
    for (const name of ['functionCall', 'functionResponse'] as const) {
      const { id, ...others } = part[name] ?? {};
      if (id?.startsWith(GENERATED_ID) === true) return { ...part, [name]: others };
    }
    return part;
  });
  return parts === undefined ? content : { ...content, parts };
}

/** ADK writes this before the text of a compacted event. */
const SUMMARY_PREFIX = '[Previous Context Summary]:\n';
/** First line of serialized contents. */
const SERIALIZED_PREFIX = 'Messages so far, one a line:\n';

/** Serializes contents into one text, because a compacted event can hold only a text. */
export function serializeContents(contents: Contents): string {
  return SERIALIZED_PREFIX + contents.map((content) => JSON.stringify(content)).join('\n');
}

/** Replaces serialized contents by the contents. Returns the same list if there are none. */
export function parseContents(contents: Contents): Contents {
  const first = contents.findIndex((content) => parseContent(content) !== undefined);
  if (first < 0) return contents;
  return contents.flatMap((content) => parseContent(content) ?? [content]);
}

function parseContent({ role, parts }: Content): Contents | undefined {
  const text = role === 'user' && parts?.length === 1 ? parts[0]!.text : undefined;
  return text?.startsWith(SUMMARY_PREFIX) === true
    ? parseSerialized(text.slice(SUMMARY_PREFIX.length))
    : undefined;
}

/** Parses a text of `serializeContents`. Returns `undefined` for other summaries, which are ordinary texts. */
function parseSerialized(text: string): Contents | undefined {
  if (!text.startsWith(SERIALIZED_PREFIX)) return undefined;
  try {
    return text
      .slice(SERIALIZED_PREFIX.length)
      .split('\n')
      .map((line) => JSON.parse(line) as Content);
  } catch {
    return undefined;
  }
}
