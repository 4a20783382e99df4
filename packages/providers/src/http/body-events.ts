import { createParser } from 'eventsource-parser';
import { bodyBytes } from './body-bytes.ts';
import type { IdleLimit } from './idle-limit.ts';

/** What a server says at once: an event of its stream, or a whole answer where it does not stream. */
export interface BodyEvent {
  readonly data: string;
  /** Name of the event, where it has one. */
  readonly name?: string;
  /** The body ended within the event. */
  readonly isCut?: boolean;
}

/** The body holds what no answer holds. */
export class BodyError extends Error {
  override readonly name: string = 'BodyError';
}

/** UTF-16 units of one event, and of an answer that is no stream. */
const MOST_EVENT = 1_048_576;
const MOST_ANSWER = 4 * MOST_EVENT;
/** The parser looks for both kinds of line ends in all it is given, line for line. */
const SLICE = 4_096;

/**
 * Events of a body. Servers that do not stream answer with JSON whatever was asked, and with any content type, so that the first character
 * decides; no line of a stream of events starts with a bracket.
 */
export async function* bodyEvents(
  body: ReadableStream<Uint8Array> | null,
  limit: IdleLimit,
): AsyncGenerator<BodyEvent> {
  const decoder = new TextDecoder();
  let reader: Reader | undefined;
  for await (const bytes of bodyBytes(body, limit)) {
    let text = decoder.decode(bytes, { stream: true });
    if (reader === undefined) {
      text = text.trimStart();
      if (text !== '') reader = readerOf(text);
    }
    if (reader === undefined) continue;
    for (let start = 0; start < text.length; start += SLICE) {
      yield* reader.read(text.slice(start, start + SLICE));
    }
  }
  if (reader !== undefined) yield* reader.end();
}

interface Reader {
  read(text: string): Iterable<BodyEvent>;
  end(): Iterable<BodyEvent>;
}

function readerOf(text: string): Reader {
  if (text.startsWith('{') || text.startsWith('[')) return wholeReader();
  if (text.startsWith('<')) throw new BodyError('a web page');
  return eventReader();
}

function wholeReader(): Reader {
  const texts: string[] = [];
  let length = 0;
  return {
    read(text) {
      length += text.length;
      if (length > MOST_ANSWER) throw new BodyError(`more than ${MOST_ANSWER} characters`);
      texts.push(text);
      return [];
    },
    end: () => [{ data: texts.join('') }],
  };
}

function eventReader(): Reader {
  let events: BodyEvent[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: MOST_EVENT,
    onEvent({ event, data }) {
      events.push(event === undefined ? { data } : { data, name: event });
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') isTooLarge = true;
    },
  });
  const read = (text: string): readonly BodyEvent[] => {
    events = [];
    parser.feed(text);
    if (isTooLarge) throw new BodyError(`an event of more than ${MOST_EVENT} characters`);
    return events;
  };
  // Not every server ends its last event with a blank line.
  return { read, end: () => read('\n\n').map((event) => ({ ...event, isCut: true })) };
}
