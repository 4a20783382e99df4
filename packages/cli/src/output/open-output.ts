import { constants, createWriteStream } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { errorCode, toWriteError, UsageError, withWriteErrors } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';
import { createFileOutput } from './file-output.ts';
import { createStreamOutput, type Output } from './stream-output.ts';

/** Permission of anyone to write. */
const WRITABLE = 0o222;

/**
 * Opens a file, or standard output for `-`. A file is created or replaced only at the end. A name that ends in `.gz` gets gzip.
 *
 * @throws {UsageError} for a folder, a read-only file, or a file in a missing folder
 */
export async function openOutput(
  file: string,
  { stdout, cwd, signal }: Pick<MainIo, 'stdout' | 'cwd' | 'signal'>,
): Promise<Output> {
  if (file === '-') return createStreamOutput(stdout);
  const name = `--out ${printable(file, 200)}`;
  const path = resolve(cwd, file);
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw toWriteError(error, name);
  });
  if (found?.isDirectory() === true) throw toWriteError({ code: 'EISDIR' }, name);
  // A device or a pipe can be written, but not replaced.
  if (found?.isFile() === false) return createDeviceOutput(path, name);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new UsageError(`${name}: its folder does not exist. Create it first.`);
  }
  // Replaces the target of a link, not the link.
  const target = found === undefined ? path : await realpath(path);
  // Renaming needs no permission to write the replaced file. Root may write everything, but means no write-protected file.
  if (found !== undefined && (found.mode & WRITABLE) === 0) {
    throw new UsageError(`${name} is read-only. Choose another name, or make it writable first.`);
  }
  if (found !== undefined) await withWriteErrors(name, access(target, constants.W_OK));
  return createFileOutput(target, {
    name,
    mode: found === undefined ? undefined : found.mode & 0o777,
    isCompressed: file.endsWith('.gz'),
    signal,
  });
}

function createDeviceOutput(path: string, name: string): Output {
  const stream = createWriteStream(path);
  const output = createStreamOutput(stream, name);
  const closed = finished(stream);
  // `commit` reports it; an earlier failure must not end the process.
  closed.catch(() => {});
  const end = (): Promise<void> => {
    stream.end();
    return withWriteErrors(name, closed);
  };
  return {
    write: (text) => output.write(text),
    async commit() {
      await output.commit();
      await end();
    },
    discard: () => end().catch(() => {}),
  };
}
