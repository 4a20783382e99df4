import type { Writable } from 'node:stream';
import { toWriteError } from '../errors.ts';

/** Characters that are collected before a write. */
const BATCH_LENGTH = 65_536;

const ignore = (): void => {};

/**
 * Writes texts to a standard stream, at the speed of its reader.
 *
 * @throws {ReaderGone} if the other end was closed; another error that names what could not be written
 */
export async function writeTexts(
  stream: Writable,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  // A failed write rejects its promise. Without a listener, the event would end the process.
  stream.on('error', ignore);
  let batch = '';
  for await (const text of texts) {
    batch += text;
    if (batch.length < BATCH_LENGTH) continue;
    await writeBatch(stream, batch);
    batch = '';
  }
  if (batch !== '') await writeBatch(stream, batch);
  stream.off('error', ignore);
}

/** Writes lines, each with a line ending, like `writeTexts`. */
export async function writeLines(stream: Writable, lines: Iterable<string>): Promise<void> {
  function* texts(): Generator<string> {
    for (const line of lines) yield `${line}\n`;
  }
  await writeTexts(stream, texts());
}

function writeBatch(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(toWriteError(error, 'Standard output'));
    });
  });
}
