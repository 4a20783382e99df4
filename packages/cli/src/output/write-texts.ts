import type { Writable } from 'node:stream';
import { toWriteError } from '../errors.ts';

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
  for await (const text of texts) {
    await new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => {
        if (error) reject(toWriteError(error, 'Standard output'));
        else resolve();
      });
    });
  }
  stream.off('error', ignore);
}

/** Writes lines, each with a line ending, like `writeTexts`. */
export async function writeLines(stream: Writable, lines: readonly string[]): Promise<void> {
  await writeTexts(stream, [lines.map((line) => `${line}\n`).join('')]);
}
