import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withWriteErrors } from '../errors.ts';
import { createStreamOutput, type Output } from './stream-output.ts';

export interface FileOutputOptions {
  /** Name for messages to the user. */
  readonly name: string;
  /** Permissions of the file that is replaced. */
  readonly mode?: number | undefined;
  readonly isCompressed: boolean;
  /** When aborted, the temporary file is removed synchronously. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a temporary file and renames it at the end, so that the file is always the old or the new one, complete. Libraries for
 * atomic writes take the whole content at once; this one streams it, and compresses it on the way.
 */
export async function createFileOutput(
  path: string,
  { name, mode, isCompressed, signal }: FileOutputOptions,
): Promise<Output> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  const file = createWriteStream(temporary, {
    flags: 'wx',
    flush: true,
    // Until it replaces a file with its own permissions, other users must not read it.
    ...(mode === undefined ? {} : { mode: 0o600 }),
  });
  const opened = new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve());
    file.once('error', reject);
  });
  await withWriteErrors(name, opened);
  const remove = (): void => rmSync(temporary, { force: true });
  signal?.addEventListener('abort', remove, { once: true });
  const closed = finished(file);
  // `commit` reports it; an earlier failure must not end the process.
  closed.catch(() => {});
  const gzip = isCompressed ? createGzip() : undefined;
  gzip?.pipe(file);
  file.once('error', (error) => gzip?.destroy(error));
  const output = createStreamOutput(gzip ?? file, name);
  return {
    write: (text) => output.write(text),
    async commit() {
      await output.commit();
      (gzip ?? file).end();
      await withWriteErrors(name, closed);
      if (mode !== undefined) await withWriteErrors(name, chmod(temporary, mode));
      signal?.throwIfAborted();
      await withWriteErrors(name, rename(temporary, path));
      signal?.removeEventListener('abort', remove);
    },
    async discard() {
      gzip?.destroy();
      file.destroy();
      await closed.catch(() => {});
      await rm(temporary, { force: true });
      signal?.removeEventListener('abort', remove);
    },
  };
}
