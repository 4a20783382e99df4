import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from './is-missing-file.ts';

/**
 * Creates a folder and its parents, accessible only to the owner. Does not use Node's `recursive` option: it loops forever if a parent
 * exists but reports ENOENT, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
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
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere || !(await stat(path)).isDirectory()) throw error;
  }
}
