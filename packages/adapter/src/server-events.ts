import { defined } from '@palimpsest/core-types';
import { fieldsOf, parseFields, type Fields } from './fields.ts';

/** An event of a stream. */
export interface ServerEvent {
  /** The event as it was received, with the blank line that ends it. */
  readonly bytes: Uint8Array;
  /** Value of its `event` field. */
  readonly name?: string;
  /** Values of its `data` fields, joined by line breaks. Absent for a comment. */
  readonly text?: string;
  /** The same, read as a JSON object; empty for another text. */
  readonly data: Fields;
  /** Whether it is a piece of an event that is too long to be read. @default no */
  readonly isUnread?: boolean;
}

/** Splits a body into events. The bytes of all of them are the bytes of the body. */
interface EventReader {
  /** Returns the events that a chunk completes. */
  push(chunk: Uint8Array): readonly ServerEvent[];
  /** Returns what is left at the end of the body. */
  end(): readonly ServerEvent[];
}

/** Size in bytes from which a response, or one event of it, passes unread: parsing it would keep everything else waiting. */
export const MAX_READ_BYTES = 8_388_608;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export function createEventReader(): EventReader {
  /** The begun event. Joined only at its end: an event may have many chunks. */
  let begun: Uint8Array[] = [];
  let length = 0;
  /** Its last two bytes. */
  let previous: readonly number[] = [];

  const takeUnread = (): readonly ServerEvent[] =>
    begun.splice(0).map((bytes) => ({ bytes, data: {}, isUnread: true }));

  function take(end: Uint8Array): readonly ServerEvent[] {
    begun.push(end);
    const events = length > MAX_READ_BYTES ? takeUnread() : [parseEvent(joinBytes(begun))];
    begun = [];
    length = 0;
    previous = [];
    return events;
  }

  return {
    push(chunk) {
      const events: ServerEvent[] = [];
      let start = 0;
      const byteAt = (index: number): number | undefined =>
        index >= start ? chunk[index] : start === 0 ? previous.at(index) : undefined;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
        // A blank line ends an event.
        const before = byteAt(at - 1) === CARRIAGE_RETURN ? byteAt(at - 2) : byteAt(at - 1);
        if (before !== LINE_FEED) continue;
        events.push(...take(chunk.subarray(start, at + 1)));
        start = at + 1;
      }
      const rest = chunk.subarray(start);
      if (rest.length === 0) return events;
      begun.push(rest);
      length += rest.length;
      previous = [...previous, ...rest.subarray(-2)].slice(-2);
      if (length > MAX_READ_BYTES) events.push(...takeUnread());
      return events;
    },
    end: () => (begun.length > 0 ? take(new Uint8Array()) : []),
  };
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const filled = chunks.filter((chunk) => chunk.length > 0);
  if (filled.length === 1) return filled[0]!;
  const bytes = new Uint8Array(filled.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of filled) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function parseEvent(bytes: Uint8Array): ServerEvent {
  const values: string[] = [];
  let name: string | undefined;
  for (const line of new TextDecoder().decode(bytes).split(/\r?\n/)) {
    const [, field, value = ''] = /^(data|event): ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') values.push(value);
    if (field === 'event') name = value;
  }
  const text = values.length === 0 ? undefined : values.join('\n');
  let data: Fields | undefined;
  return {
    bytes,
    ...defined({ name, text }),
    // Most readers need few events.
    get data() {
      return (data ??= fieldsOf(parseFields(text ?? '')));
    },
  };
}
