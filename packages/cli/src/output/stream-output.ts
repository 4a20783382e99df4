import type { Writable } from 'node:stream';
import { errorCode, ReaderGone, toWriteError } from '../errors.ts';

/** Destination of the data. */
export interface Output {
  /** Resolves when more may follow. */
  write(text: string): Promise<void>;
  /** Makes everything written so far the result. */
  commit(): Promise<void>;
  /** Removes what was written, as far as possible. */
  discard(): Promise<void>;
}

const STANDARD_OUTPUT = 'Standard output';

/** Characters that are collected before a write. */
const BATCH_LENGTH = 65_536;

const ignore = (): void => {};

/** Writes to a stream at the speed of its reader. */
export function createStreamOutput(stream: Writable, name: string = STANDARD_OUTPUT): Output {
  let batch: string[] = [];
  let length = 0;
  // A failed write rejects its promise. Without a listener, the event would end the process.
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
      if (length >= BATCH_LENGTH) await flush();
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
 * @throws {ReaderGone} if the other end was closed; another error that names what could not be written
 */
export function writeTo(
  stream: Writable,
  text: string,
  name: string = STANDARD_OUTPUT,
): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(CLOSED.has(errorCode(error)) ? new ReaderGone() : toWriteError(error, name));
    });
  });
}

const CLOSED = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
