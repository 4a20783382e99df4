import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Output } from './output.ts';
import { streamOutput } from './stream-output.ts';
import { namingFailures } from './write-failure.ts';

export interface FileOutputOptions {
  /** The file as the user names it, for messages. */
  readonly name: string;
  /** Permissions of the file that is replaced. */
  readonly mode?: number;
  readonly isCompressed: boolean;
  /** When aborted, the temporary file is removed at once. */
  readonly signal?: AbortSignal;
}

/** Writes beside the file, and renames at the end: the file is the old one or the new one, whole, at any moment. */
export async function fileOutput(
  path: string,
  { name, mode, isCompressed, signal }: FileOutputOptions,
): Promise<Output> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  // What is written into it is nobody else's business, also before it is done.
  const file = createWriteStream(temporary, {
    flags: 'wx',
    flush: true,
    ...(mode === undefined ? {} : { mode: 0o600 }),
  });
  const opened = new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve());
    file.once('error', reject);
  });
  await namingFailures(name, opened);
  const remove = (): void => rmSync(temporary, { force: true });
  signal?.addEventListener('abort', remove, { once: true });
  const end = finished(file);
  // Reported by whoever waits for it; a failure before that must not end the program.
  end.catch(() => {});
  const gzip = isCompressed ? createGzip() : undefined;
  gzip?.pipe(file);
  file.once('error', (error) => gzip?.destroy(error));
  const output = streamOutput(gzip ?? file, name);
  return {
    write: (text) => output.write(text),
    async commit() {
      await output.commit();
      (gzip ?? file).end();
      await namingFailures(name, end);
      if (mode !== undefined) await namingFailures(name, chmod(temporary, mode));
      signal?.throwIfAborted();
      await namingFailures(name, rename(temporary, path));
      signal?.removeEventListener('abort', remove);
    },
    async discard() {
      gzip?.destroy();
      file.destroy();
      await end.catch(() => {});
      await rm(temporary, { force: true });
      signal?.removeEventListener('abort', remove);
    },
  };
}
