import { fieldsOf, parseFields, type Fields } from '@palimpsest/adapter';
import { joinChunks, type Chunks } from '../body.ts';

export interface ServerEvent {
  /** The event as it was received, with the blank line that ends it. */
  readonly bytes: Uint8Array;
  /** Value of its `event` field. */
  readonly name?: string;
  /** Values of its `data` fields, joined by line breaks. Empty for a comment. */
  readonly text: string;
  /** The same, read as a JSON object; empty for another text. */
  readonly data: Fields;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Splits a body into events. The bytes of all events are the bytes of the body. */
export async function* readServerEvents(body: Chunks): AsyncGenerator<ServerEvent> {
  /** The begun event, without its last bytes. Joined only at its end: an event may have many chunks. */
  const begun: Uint8Array[] = [];
  let last: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    let bytes = joinChunks([last, chunk]);
    for (let end = findEnd(bytes); end >= 0; end = findEnd(bytes)) {
      yield parseEvent(joinChunks([...begun.splice(0), bytes.subarray(0, end)]));
      bytes = bytes.subarray(end);
    }
    const searched = Math.max(0, bytes.length - BREAK_LENGTH);
    if (searched > 0) begun.push(bytes.subarray(0, searched));
    last = bytes.subarray(searched);
  }
  const rest = joinChunks([...begun, last]);
  if (rest.length > 0) yield parseEvent(rest);
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
