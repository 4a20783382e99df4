import type { Dirent } from 'node:fs';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OriginalsError } from '../originals-error.ts';

/** Returns the code of an error of the file system, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Returns whether an error means that a file or folder is missing. */
export function isMissingFile(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/** Returns the result of a task; `fallback` if a file or folder is missing. */
export async function unlessMissing<Value, Other>(
  task: Promise<Value>,
  fallback: Other,
): Promise<Value | Other> {
  try {
    return await task;
  } catch (error) {
    if (isMissingFile(error)) return fallback;
    throw error;
  }
}

/**
 * Checks that a session's folder is a real folder or is missing. A link could lead to files of another owner.
 *
 * @throws {OriginalsError} `BAD_STORE` when it is a link or a file, or when its path leads through a file
 */
export async function checkSessionFolder(folder: string): Promise<void> {
  const stats = await lstat(folder).catch((error: unknown) => {
    if (isMissingFile(error)) return undefined;
    if (errorCode(error) === 'ENOTDIR')
      throw badStore(folder, 'a path below a folder', 'one below a file');
    throw error;
  });
  if (stats !== undefined && !stats.isDirectory()) {
    throw badStore(folder, 'the folder of a session', kindOf(stats));
  }
}

/** Creates the folder of a session if it is missing. Throws like `checkSessionFolder`. */
export async function makeSessionFolder(folder: string): Promise<void> {
  await checkSessionFolder(folder);
  await makeFolder(folder);
}

/**
 * Creates a folder and its parents, accessible only to the owner. Does not use Node's `recursive` option: it loops forever if a parent
 * exists but reports ENOENT, as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissingFile(error) || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

/**
 * Checks that a pack is a file.
 *
 * @throws {OriginalsError} `BAD_STORE` when it is not
 */
export function checkPackFile(path: string, entry: Dirent): void {
  if (!entry.isFile()) throw badStore(path, 'a file of originals', kindOf(entry));
}

function kindOf(entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>): string {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  if (entry.isDirectory()) return 'a folder';
  return entry.isFile() ? 'a file' : 'something else';
}

function badStore(path: string, expected: string, found: string): OriginalsError {
  const message = `${JSON.stringify(path)}: expected ${expected}, got ${found}. Move it away, or name another directory for originals.`;
  return new OriginalsError(message, 'BAD_STORE');
}
