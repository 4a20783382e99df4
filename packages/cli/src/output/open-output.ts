import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, openSync, rmSync } from 'node:fs';
import { access, chmod, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCode, toWriteError, UsageError, withWriteErrors } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { writeTexts } from './write-texts.ts';

/** Writes all texts. A file is complete at the end, or unchanged if the texts or the file fail. */
export type Output = (texts: AsyncIterable<string> | Iterable<string>) => Promise<void>;

const WRITABLE = 0o222;

/**
 * Opens a file, or standard output for `-`, where a terminal gets escapes for unsafe characters. A file is created or replaced only at the end.
 * A name that ends in `.gz` gets gzip.
 *
 * @param name of the file, for errors
 * @throws {UsageError} for a folder, a read-only file, or a file in a missing folder
 */
export async function openOutput(
  file: string,
  io: MainIo,
  name = `--out ${printable(file, 200)}`,
): Promise<Output> {
  if (file === '-') {
    const { stdout } = io;
    return (texts) => writeTexts(stdout, stdout.isTTY === true ? escapeAll(texts) : texts);
  }
  const path = resolve(io.cwd, file);
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw toWriteError(error, name);
  });
  if (found?.isDirectory() === true) throw toWriteError({ code: 'EISDIR' }, name);
  // A device or a pipe can be written, but not replaced.
  if (found?.isFile() === false) {
    return (texts) => withWriteErrors(name, pipeline(texts, createWriteStream(path)));
  }
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new UsageError(`${name}: its folder does not exist. Create it first.`);
  }
  const replacement = { name, isCompressed: file.endsWith('.gz'), signal: io.signal };
  if (found === undefined) return replaceFile(path, replacement);
  // Replaces the target of a link, not the link.
  const target = await realpath(path);
  // Renaming needs no permission to write the replaced file. Root may write everything, but means no write-protected file.
  if ((found.mode & WRITABLE) === 0) {
    throw new UsageError(`${name} is read-only. Choose another name, or make it writable first.`);
  }
  await withWriteErrors(name, access(target, constants.W_OK));
  return replaceFile(target, { ...replacement, mode: found.mode & 0o777 });
}

async function* escapeAll(texts: Parameters<Output>[0]): AsyncGenerator<string> {
  for await (const text of texts) yield printableJson(text, { isTTY: true });
}

interface Replacement {
  /** Name for messages to the user. */
  readonly name: string;
  readonly isCompressed: boolean;
  /** Permissions of the file that is replaced. */
  readonly mode?: number;
  /** When aborted, the temporary file is removed synchronously. */
  readonly signal: AbortSignal | undefined;
}

/** Writes a temporary file and renames it at the end. Libraries for atomic writes take the whole content at once; this one streams it. */
function replaceFile(path: string, { name, isCompressed, mode, signal }: Replacement): Output {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  const remove = (): void => rmSync(temporary, { force: true });
  const write = async (texts: Parameters<Output>[0]): Promise<void> => {
    // Until it replaces a file with its own permissions, other users must not read it.
    const fd = openSync(temporary, 'wx', mode === undefined ? undefined : 0o600);
    signal?.addEventListener('abort', remove, { once: true });
    const stream = createWriteStream(temporary, { fd, flush: true });
    await (isCompressed ? pipeline(texts, createGzip(), stream) : pipeline(texts, stream));
    if (mode !== undefined) await chmod(temporary, mode);
    signal?.throwIfAborted();
    await rename(temporary, path);
  };
  // The temporary file exists only while this function runs, which removes it at any failure.
  return async (texts) => {
    try {
      await withWriteErrors(name, write(texts));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      signal?.removeEventListener('abort', remove);
    }
  };
}
