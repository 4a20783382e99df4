import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode, toReadError, UsageError, withReadErrors } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';

export interface Input {
  /** Name for messages to the user. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Returns the share that was read, 0 to 1; `undefined` if the size is unknown. */
  readonly progress: () => number | undefined;
}

/**
 * Opens a file, or standard input for `-`. Inflates gzip, whatever the name of the file.
 *
 * @throws {UsageError} if the file is missing, a folder, or not readable
 */
export async function openInput(file: string, { stdin, cwd }: MainIo): Promise<Input> {
  if (file === '-') {
    const name = 'standard input';
    return { name, bytes: inflate(stdin, name), progress: () => undefined };
  }
  const path = resolve(cwd, file);
  const name = printable(file, 200);
  const found = await withReadErrors(name, stat(path));
  if (found.isDirectory()) throw toReadError({ code: 'EISDIR' }, name);
  let bytesRead = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of (await open(path, 'r')).createReadStream()) {
        const bytes = chunk as Uint8Array;
        bytesRead += bytes.length;
        yield bytes;
      }
    } catch (error) {
      throw toReadError(error, name);
    }
  }
  return {
    name: printable(basename(file), 200),
    bytes: inflate(read(), name),
    progress: () => (found.size > 0 ? Math.min(1, bytesRead / found.size) : undefined),
  };
}

/** Inflates bytes that start like gzip, and passes all others on. Closes the source when the reader stops. */
async function* inflate(
  source: AsyncIterable<Uint8Array | string>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const chunks = toBytes(source);
  try {
    let start: Uint8Array = new Uint8Array();
    while (start.length < 2) {
      const next = await chunks.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    const bytes = (async function* () {
      yield start;
      yield* chunks;
    })();
    yield* start[0] === 0x1f && start[1] === 0x8b ? gunzip(bytes, name) : bytes;
  } finally {
    // A pipe that stays open would keep the process alive.
    await chunks.return(undefined);
  }
}

/** Standard input yields texts if its encoding is set. */
async function* toBytes(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    // The loop reports the error of the pipeline.
    const inflated = pipeline(bytes, createGunzip(), () => {});
    for await (const chunk of inflated) yield chunk as Uint8Array;
  } catch (error) {
    if (!errorCode(error).startsWith('Z_')) throw error;
    throw new UsageError(
      `${name} starts like gzip, but is damaged or incomplete. Compress it again, or give the uncompressed file.`,
      { cause: error },
    );
  }
}
