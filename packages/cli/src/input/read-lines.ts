import { Refusal } from '../refusal.ts';

/** One line of the input. Text and ending together are the very bytes that were read. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly ending: '\n' | '\r\n' | '';
}

const LINE_FEED = 0x0a;

/**
 * Splits bytes into lines, holding no more than one of them.
 *
 * @throws {Refusal} for what is no text
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Line> {
  let pending: Uint8Array[] = [];
  let number = 1;
  const take = (): Line => {
    const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
    pending = [];
    const raw = decode(bytes, number, name);
    const ending = raw.endsWith('\r\n') ? '\r\n' : raw.endsWith('\n') ? '\n' : '';
    const line: Line = { number, text: raw.slice(0, raw.length - ending.length), ending };
    number += 1;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    let end = chunk.indexOf(LINE_FEED);
    while (end >= 0) {
      pending.push(chunk.subarray(start, end + 1));
      yield take();
      start = end + 1;
      end = chunk.indexOf(LINE_FEED, start);
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield take();
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, number: number, name: string): string {
  const accepted = 'text in UTF-8: JSON, or JSON lines; gzip of it is fine too';
  if (bytes.includes(0)) {
    throw new Refusal(
      `${name}:${number}: this is binary data (a NUL byte). Accepted is ${accepted}.`,
    );
  }
  try {
    return decoder.decode(bytes);
  } catch (error) {
    const seen =
      error instanceof TypeError
        ? 'this is not text in UTF-8: the file is binary, cut short, or of another encoding'
        : `this line is too long to be read (${bytes.length} bytes)`;
    throw new Refusal(`${name}:${number}: ${seen}. Accepted is ${accepted}.`, { cause: error });
  }
}
