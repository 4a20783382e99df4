import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from './is-missing-file.ts';

/**
 * Makes a folder for its owner alone, and those it is in. Not with the `recursive` of Node, which tries for ever where a parent exists
 * and refuses the folder as if it did not, as in /proc.
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
