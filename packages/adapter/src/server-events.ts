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
export interface EventReader {
  /** Returns the events that a chunk completes. */
  push(chunk: Uint8Array): readonly ServerEvent[];
  /** Returns what is left at the end of the body. */
  end(): readonly ServerEvent[];
}

/** Size in bytes from which a response, or one event of it, passes unread: parsing it would keep everything else waiting. */
export const MAX_READ_BYTES = 8_388_608;

/** Bytes at the end of a chunk that may begin a blank line: at most all but its last byte. */
const BREAK_LENGTH = 2;

export function createEventReader(): EventReader {
  /** The begun event, without its last bytes. Joined only at its end: an event may have many chunks. */
  let begun: Uint8Array[] = [];
  let length = 0;
  let last: Uint8Array = new Uint8Array();

  /** Returns what has begun, without its last bytes, as pieces that are not read. */
  const takeUnread = (): readonly ServerEvent[] =>
    begun.splice(0).map((bytes) => ({ bytes, data: {}, isUnread: true }));

  function take(end: Uint8Array): readonly ServerEvent[] {
    begun.push(end);
    const events = length > MAX_READ_BYTES ? takeUnread() : [parseEvent(joinBytes(begun))];
    begun = [];
    length = 0;
    return events;
  }

  return {
    push(chunk) {
      const events: ServerEvent[] = [];
      let bytes = joinBytes([last, chunk]);
      for (let end = findEnd(bytes); end >= 0; end = findEnd(bytes)) {
        events.push(...take(bytes.subarray(0, end)));
        bytes = bytes.subarray(end);
      }
      const searched = Math.max(0, bytes.length - BREAK_LENGTH);
      last = bytes.subarray(searched);
      length += searched;
      if (searched > 0) begun.push(bytes.subarray(0, searched));
      if (length > MAX_READ_BYTES) events.push(...takeUnread());
      return events;
    },
    end: () => (begun.length + last.length > 0 ? take(last) : []),
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

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Returns the index after the blank line that ends the first event; -1 if there is none. */
function findEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (bytes[at + 1] === LINE_FEED) return at + 2;
    if (bytes[at + 1] === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED) return at + 3;
  }
  return -1;
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
