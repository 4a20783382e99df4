import { realpath, stat } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../input/read-failure.ts';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { fileOutput } from './file-output.ts';
import type { Output } from './output.ts';
import { streamOutput } from './stream-output.ts';

/**
 * Opens a file, or standard output for `-`. A file appears, or changes, only when everything was written; a name that ends in `.gz` gets gzip.
 *
 * @throws {Refusal} for a folder, or a file in a folder that does not exist
 */
export async function openOutput(
  file: string,
  { stdout, cwd, signal }: Pick<MainIo, 'stdout' | 'cwd' | 'signal'>,
): Promise<Output> {
  if (file === '-') return streamOutput(stdout);
  const name = printable(file, 200);
  const path = resolve(cwd, file);
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory() === true) throw new Refusal(`--out ${name} is a folder; name a file.`);
  // A device or a pipe can be written to, but not be replaced.
  if (found?.isFile() === false) return deviceOutput(path);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new Refusal(`--out ${name}: its folder does not exist; make it first.`);
  }
  // A link stays a link: what it leads to is replaced.
  const target = found === undefined ? path : await realpath(path);
  return fileOutput(target, {
    ...(found === undefined ? {} : { mode: found.mode & 0o777 }),
    isCompressed: file.endsWith('.gz'),
    ...(signal === undefined ? {} : { signal }),
  });
}

function deviceOutput(path: string): Output {
  const stream = createWriteStream(path);
  const output = streamOutput(stream);
  const end = (): Promise<void> =>
    new Promise((done, fail) => {
      stream.once('error', fail);
      stream.end(done);
    });
  return {
    write: (text) => output.write(text),
    async commit() {
      await output.commit();
      await end();
    },
    discard: end,
  };
}
