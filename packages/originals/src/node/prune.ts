import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSessionKey } from '../session-name.ts';
import { unlessMissing } from './is-missing-file.ts';
import { PACK } from './pack.ts';
import { removeAbandoned } from './unfinished.ts';

export interface PruneLimits {
  /** Most bytes of originals, over all sessions. */
  readonly maxBytes: number;
  /** Milliseconds after which originals go that no compression needed since. */
  readonly maxAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Takes away what is too old, then the oldest until the rest fits, and sessions of which nothing is left but an old manifest. */
export async function prune(
  directory: string,
  { maxBytes, maxAgeMs, now }: PruneLimits,
): Promise<void> {
  const left: FoundFile[] = [];
  for (const entry of await unlessMissing(readdir(directory, { withFileTypes: true }), [])) {
    // What is no folder of its own was not made by a store, and a link leads elsewhere.
    if (!isSessionKey(entry.name) || !entry.isDirectory()) continue;
    const folder = join(directory, entry.name);
    await removeAbandoned(folder, now);
    const files = await filesOf(folder);
    const isOld = ({ time }: FoundFile): boolean => now - time > maxAgeMs;
    if (files.length > 0 && files.every(({ file }) => isOld(file))) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    for (const { name, file } of files) {
      if (!PACK.test(name)) continue;
      if (isOld(file)) await rm(file.path, { force: true });
      else left.push(file);
    }
  }
  let bytes = left.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of left.toSorted((a, b) => a.time - b.time || (a.path < b.path ? -1 : 1))) {
    if (bytes <= maxBytes) break;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
  }
}

async function filesOf(
  folder: string,
): Promise<{ readonly name: string; readonly file: FoundFile }[]> {
  const files: { name: string; file: FoundFile }[] = [];
  for (const name of await unlessMissing(readdir(folder), [])) {
    const path = join(folder, name);
    const stats = await unlessMissing(lstat(path), undefined);
    if (stats?.isFile() !== true) continue;
    files.push({ name, file: { path, bytes: stats.size, time: stats.mtimeMs } });
  }
  return files;
}
