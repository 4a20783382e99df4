import { UsageError } from '../errors.ts';

/** One line of the input. Text and ending together are what was read, without a byte order mark. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly ending: '\n' | '\r\n' | '';
}

const LINE_FEED = 0x0a;

/**
 * Splits bytes into lines, and holds only one of them in memory.
 *
 * @throws {UsageError} for bytes that are not UTF-8 text
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Line> {
  let pending: Uint8Array[] = [];
  let number = 0;
  const takeLine = (): Line => {
    const bytes = pending.length === 1 ? pending[0]! : joinBytes(pending);
    pending = [];
    number += 1;
    const text = decode(bytes, `${name}:${number}`);
    const ending = text.endsWith('\r\n') ? '\r\n' : text.endsWith('\n') ? '\n' : '';
    return { number, text: text.slice(0, text.length - ending.length), ending };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      pending.push(chunk.subarray(start, end + 1));
      yield takeLine();
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield takeLine();
}

/** Without `Buffer`: the playground reads files in a browser. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Leaves out a byte order mark. */
const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array, place: string): string {
  const fail = (seen: string, cause?: unknown): UsageError =>
    new UsageError(
      `${place}: expected JSON or JSON lines in UTF-8, also compressed with gzip; got ${seen}.`,
      { cause },
    );
  if (bytes.includes(0)) throw fail('binary data (a NUL byte)');
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw error instanceof TypeError
      ? fail('bytes that are not UTF-8 text: binary data, a truncated file, or another encoding')
      : fail(`a line that is too long to read (${bytes.length} bytes)`, error);
  }
}
