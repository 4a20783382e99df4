import { constants, createWriteStream } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { errorCode } from '../input/read-failure.ts';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { fileOutput } from './file-output.ts';
import type { Output } from './output.ts';
import { streamOutput } from './stream-output.ts';
import { namingFailures, toWriteFailure } from './write-failure.ts';

/**
 * Opens a file, or standard output for `-`. A file appears, or changes, only when everything was written; a name that ends in `.gz` gets gzip.
 *
 * @throws {Refusal} for a folder, a read-only file, or a file in a folder that does not exist
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
    throw toWriteFailure(error, `--out ${name}`);
  });
  if (found?.isDirectory() === true) throw new Refusal(`--out ${name} is a folder; name a file.`);
  // A device or a pipe can be written to, but not be replaced.
  if (found?.isFile() === false) return deviceOutput(path, `--out ${name}`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new Refusal(`--out ${name}: its folder does not exist; make it first.`);
  }
  // A link stays a link: what it leads to is replaced.
  const target = found === undefined ? path : await realpath(path);
  if (found !== undefined) await checkWritable(target, found.mode, name);
  return fileOutput(target, {
    name: `--out ${name}`,
    ...(found === undefined ? {} : { mode: found.mode & 0o777 }),
    isCompressed: file.endsWith('.gz'),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A file is replaced by renaming another one, which needs no right to write to it: so the right is checked here. */
async function checkWritable(path: string, mode: number, name: string): Promise<void> {
  // Whoever may write to everything, such as root, still means something by a file that nobody may write to.
  if ((mode & WRITABLE) === 0) {
    throw new Refusal(
      `--out ${name} is read-only; choose another name, or allow writing to it first.`,
    );
  }
  await namingFailures(`--out ${name}`, access(path, constants.W_OK));
}

const WRITABLE = 0o222;

function deviceOutput(path: string, name: string): Output {
  const stream = createWriteStream(path);
  const output = streamOutput(stream, name);
  const closed = finished(stream);
  // Reported by what waits for it; a failure before that must not end the program.
  closed.catch(() => {});
  const end = (): Promise<void> => {
    stream.end();
    return namingFailures(name, closed);
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
