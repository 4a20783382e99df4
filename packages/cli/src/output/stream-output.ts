import type { Writable } from 'node:stream';
import { errorCode } from '../input/read-failure.ts';
import { ReaderGone, type Output } from './output.ts';
import { toWriteFailure } from './write-failure.ts';

const STANDARD_OUTPUT = 'Standard output';

/** Texts are gathered up to this many characters. */
const BATCH = 65_536;

/** A failed write is reported to its callback; without a listener the event would end the program. */
const ignore = (): void => {};

/** Writes to a stream as it goes, at the speed of its reader. */
export function streamOutput(stream: Writable, name = STANDARD_OUTPUT): Output {
  let batch: string[] = [];
  let length = 0;
  stream.on('error', ignore);
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const text = batch.join('');
    batch = [];
    length = 0;
    await writeTo(stream, text, name);
  };
  return {
    async write(text) {
      batch.push(text);
      length += text.length;
      if (length >= BATCH) await flush();
    },
    async commit() {
      await flush();
      stream.off('error', ignore);
    },
    discard: () => Promise.resolve(),
  };
}

/**
 * Writes a text, and waits until more may follow.
 *
 * @throws {ReaderGone} when the other end was closed; {PalimpsestError} that names what could not be written
 */
export function writeTo(stream: Writable, text: string, name = STANDARD_OUTPUT): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(CLOSED.has(errorCode(error)) ? new ReaderGone() : toWriteFailure(error, name));
    });
  });
}

const CLOSED = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
