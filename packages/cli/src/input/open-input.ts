import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { inflate } from './inflate.ts';
import { noteFailure } from './read-failure.ts';

/** Bytes to read, with what is known about them. */
export interface Input {
  /** As it stands in messages. */
  readonly name: string;
  /** Absolute path; absent for standard input. */
  readonly path?: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Share of the input that was read, 0 to 1; `undefined` where the size is unknown. */
  readonly progress: () => number | undefined;
}

/**
 * Opens a file, or standard input for `-`. Compressed input (gzip) is inflated, whatever its name.
 *
 * @throws {Refusal} for what is missing, a folder, or may not be read
 */
export async function openInput(
  file: string,
  { stdin, cwd }: Pick<MainIo, 'stdin' | 'cwd'>,
): Promise<Input> {
  if (file === '-') {
    const name = 'standard input';
    return { name, bytes: inflate(stdin, name), progress: () => undefined };
  }
  const path = resolve(cwd, file);
  const name = printable(file, 200);
  const { size } = await checkFile(path, name);
  let seen = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    const handle = await open(path, 'r').catch((error: unknown) => {
      throw noteFailure(error, name);
    });
    try {
      for await (const chunk of handle.createReadStream()) {
        const bytes = chunk as Uint8Array;
        seen += bytes.length;
        yield bytes;
      }
    } catch (error) {
      throw noteFailure(error, name);
    }
  }
  return {
    name: printable(basename(file), 200),
    path,
    bytes: inflate(read(), name),
    progress: () => (size > 0 ? Math.min(1, seen / size) : undefined),
  };
}

async function checkFile(path: string, name: string): Promise<{ readonly size: number }> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found;
  } catch (error) {
    throw noteFailure(error, name);
  }
  throw new Refusal(`${name} is a folder; give one file, or - for standard input.`);
}
