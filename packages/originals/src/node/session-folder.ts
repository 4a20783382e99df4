import type { Dirent } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { OriginalsError } from '../originals-error.ts';
import { errorCode, isMissingFile } from './is-missing-file.ts';

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
