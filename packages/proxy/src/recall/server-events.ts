import { fieldsOf, parseFields, type Fields } from '@palimpsest/adapter';
import { joinChunks, MAX_READ_BYTES, type Chunks } from '../body.ts';

export interface ServerEvent {
  /** The event as it was received, with the blank line that ends it. */
  readonly bytes: Uint8Array;
  /** Value of its `event` field. */
  readonly name?: string;
  /** Values of its `data` fields, joined by line breaks. Empty for a comment. */
  readonly text: string;
  /** The same, read as a JSON object; empty for another text. */
  readonly data: Fields;
  /** Whether it is a piece of an event that is too long to be read. @default no */
  readonly isUnread?: boolean;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Splits a body into events, and very long ones into pieces. The bytes of all of them are the bytes of the body. */
export async function* readServerEvents(body: Chunks): AsyncGenerator<ServerEvent> {
  /** The begun event, without its last bytes. Joined only at its end: an event may have many chunks. */
  let begun: Uint8Array[] = [];
  let length = 0;
  let last: Uint8Array = new Uint8Array();
  const take = (end: Uint8Array): ServerEvent => {
    const bytes = joinChunks([...begun, end]);
    begun = [];
    return length > MAX_READ_BYTES
      ? { bytes, text: '', data: {}, isUnread: true }
      : parseEvent(bytes);
  };
  for await (const chunk of body) {
    let bytes = joinChunks([last, chunk]);
    for (let end = findEnd(bytes); end >= 0; end = findEnd(bytes)) {
      yield take(bytes.subarray(0, end));
      length = 0;
      bytes = bytes.subarray(end);
    }
    const searched = Math.max(0, bytes.length - BREAK_LENGTH);
    last = bytes.subarray(searched);
    length += searched;
    if (length > MAX_READ_BYTES) yield take(bytes.subarray(0, searched));
    else if (searched > 0) begun.push(bytes.subarray(0, searched));
  }
  if (begun.length + last.length > 0) yield take(last);
}

/** Bytes at the end of a chunk that may begin a blank line: at most all but its last byte. */
const BREAK_LENGTH = 2;

/** Returns the index after the blank line that ends the first event; -1 if there is none. */
function findEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (bytes[at + 1] === LINE_FEED) return at + 2;
    if (bytes[at + 1] === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED) return at + 3;
  }
  return -1;
}

function parseEvent(bytes: Uint8Array): ServerEvent {
  const data: string[] = [];
  let name: string | undefined;
  for (const line of new TextDecoder().decode(bytes).split(/\r?\n/)) {
    const [, field, value = ''] = /^(data|event): ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') name = value;
  }
  const text = data.join('\n');
  return {
    bytes,
    text,
    data: fieldsOf(parseFields(text)),
    ...(name === undefined ? {} : { name }),
  };
}

export function formatEvent(name: string | undefined, data: unknown): Uint8Array {
  const start = name === undefined ? '' : `event: ${name}\n`;
  return new TextEncoder().encode(`${start}data: ${JSON.stringify(data)}\n\n`);
}
